import Cities
import CitiesTestSupport
import Foundation
import Networking
import Sync
import Testing

@Suite("A hostile or broken answer")
struct HostileAnswerTests {
  struct Body: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable () throws -> Data

    init(_ name: String, _ bytes: @escaping @Sendable () throws -> Data) {
      (testDescription, self.bytes) = (name, bytes)
    }

    init(_ name: String, _ text: String) { self.init(name) { Data(text.utf8) } }
  }

  private static let bodies = [
    Body("nothing", ""),
    Body("null", "null"),
    Body("a text", #""cities""#),
    Body("a number", "1"),
    Body("an array", "[]"),
    Body("an empty object", "{}"),
    Body("a web page", "<!doctype html><title>Sign in to the hotel's network</title>"),
    Body("100,000 arrays in each other", String(repeating: "[", count: 100_000)),
    Body("65 objects in each other", String(repeating: #"{"cities":"#, count: 65)),
    Body("17 MB") { Data(repeating: UInt8(ascii: " "), count: 17 << 20) },
    Body("bytes that are no text") { Data([0xFF, 0xFE, 0x7B, 0x7D]) },
    Body("half a letter") {
      Data(#"{"revision": 2, "regions": {}, "countries": [], "cities": ""#.utf8) + [0xD0]
    },
    Body("a number beyond all", #"{"revision": 1e400}"#),
    Body("a number beyond an integer", #"{"revision": 9223372036854775808}"#),
    Body("a broken number", #"{"revision": 2.5}"#),
    Body("the list as UTF-16") {
      let list = String(decoding: try SampleCity.list(revision: 2).data, as: UTF8.self)
      return try #require(list.data(using: .utf16))
    },
    Body("the list and more") { try SampleCity.list(revision: 2).data + Data("[]".utf8) },
    Body("half the list") {
      let list = try SampleCity.list(revision: 2).data
      return list.prefix(list.count / 2)
    },
  ]

  private let device = CityDevice()

  @Test(arguments: bodies)
  func `In place of the list it is refused, and the list stays`(_ body: Body) async throws {
    let catalog = device.launch(in: "ru")
    let before = await catalog.loadList()
    device.server.fault = .body(try body.bytes())

    let error = await #expect(throws: CitiesError.self) { try await catalog.refreshList() }

    #expect(error?.isUnusable == true, "\(String(describing: error))")
    #expect(await catalog.loadList() == before)
    #expect(try device.files().isEmpty)
  }

  @Test(arguments: bodies)
  func `In place of a city it is refused, and the city before stays`(_ body: Body) async throws {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    let kept = try device.bytes(of: "current-city.v2.store")
    device.server.fault = .body(try body.bytes())

    let error = await catalog.outcome(of: .almaty).error

    #expect(error?.isUnusable == true, "\(String(describing: error))")
    #expect(catalog.state.stage == .ready(moscow))
    #expect(try device.bytes(of: "current-city.v2.store") == kept)
  }

  @Test func `A city may be no larger than 4 MiB, the list no larger than 16`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.refreshList()
    _ = await catalog.outcome(of: .moscow)

    #expect(device.server.requests.map(\.sizeLimit) == [16 << 20, 4 << 20])
  }
}
