import AddressesTestSupport
import Foundation
import Networking
import Testing

@testable import Addresses

@Suite("The server's list of addresses")
struct AddressDocumentTests {
  private func row(_ id: Int, fields: Int = 0) -> String {
    HostileListTests.row("\(id)", fields: fields)
  }

  private func document(_ revision: Int, _ rows: [String]) throws -> AddressDocument {
    let body = Data(HostileListTests.list(revision, rows).utf8)
    return try AddressDocument(HTTPResponse(status: 200, body: body))
  }

  @Test func `A list is usable up to each of its limits`() throws {
    #expect(try document(1, []).addresses.isEmpty)
    #expect(try document(1, (1...1_000).map { row($0) }).addresses.count == 1_000)
    #expect(try document(1, [row(1, fields: 40)]).addresses[0].address.fields.count == 40)

    #expect(throws: UnusableBody.self) { try document(0, []) }
    #expect(throws: UnusableBody.self) { try document(1, (1...1_001).map { row($0) }) }
    #expect(throws: UnusableBody.self) { try document(1, [row(1, fields: 41)]) }
    #expect(throws: UnusableBody.self) { try document(1, [row(1), row(1)]) }
  }

  @Test func `An unknown problem is stored as the first 300 characters of its reason`() {
    let text = String(repeating: "a", count: 301)
    #expect(AddressDocument.Problem(code: "new", reason: text).obstacle == text.dropLast())
    #expect(AddressDocument.Problem(code: "new", reason: nil).obstacle == "new")
  }
}
