import AddressesTestSupport
import Foundation
import Networking
import Testing

@testable import Addresses

@Suite("The server's list of addresses")
struct AddressDocumentTests {
  private func document(_ revision: Int, _ rows: [String]) throws -> AddressDocument {
    let body = #"{"revision": \#(revision), "addresses": [\#(rows.joined(separator: ","))]}"#
    return try AddressDocument(HTTPResponse(status: 200, body: Data(body.utf8)))
  }

  private func row(_ id: Int, fields: Int = 0) -> String {
    let fields = (0..<fields).map { #"{"type": "f\#($0)", "value": "v"}"# }.joined(separator: ",")
    return """
      {"id": "\(id)", "origins": [], "used": 0, "isDefault": false, "address":
        {"city": 1526384, "template": "KZ", "label": "", "fields": [\(fields)]}}
      """
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
