import Addresses
import AddressesTestSupport
import Foundation
import Networking
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct ListTests {
  private let device = AddressDevice(.memory)

  @Test(arguments: [
    "", "[]", "{}", list(0, []), list(-1, []), list(9, [row("")]), list(9, ["{}"]),
    list(9, [row("a", fields: 41)]), list(9, (0..<1_001).map { row("\($0)") }),
    String(repeating: "[", count: 10_000), list(9, [row("b")]).replacing("KZ", with: "\u{0}"),
  ])
  func `A hostile list changes nothing and is reported as a failure`(_ body: String) async throws {
    try await device.session { book in
      try await refresh(book, with: list(8, [row("known")]))
      await #expect(throws: AddressError.self) { try await refresh(book, with: body) }
      #expect(book.state.addresses.map(\.id.rawValue) == ["known"])
      guard case .failed = book.state.sync.fetch else {
        Issue.record("\(book.state.sync.fetch)")
        return
      }
    }
  }

  @Test func `A part of a list that cannot be read takes nothing else with it`() async throws {
    try await device.session { book in
      let far = #"{"code": "far", "reason": null}"#
      try await refresh(
        book, with: list(8, [row("a", used: 2, problem: far), row("b", used: 1, problem: far)]))
      let odd = [
        row("b", fields: 41, used: 1), #"{"id": 7}"#, "{}", row("new", fields: 41),
        row("a", problem: "7").replacing(#""used": 0"#, with: #""used": "now""#)
          .replacing(#""address":"#, with: #""address": "Abay", "was":"#),
        row("c"), row("c", fields: 2),
      ]
      try await refresh(book, with: list(9, odd))
      #expect(book.state.addresses.map(\.id.rawValue) == ["a", "b", "c"])
      #expect(book.state.addresses.map(\.address.fields.count) == [1, 1, 1])
      #expect(book.state.addresses.map { $0.lastUsed != nil } == [true, true, false])
      #expect(book.state.addresses.map(\.obstacle) == [.other("far"), nil, nil])
    }
  }

  @Test func `An id that was a text and is a number now is the same id`() async throws {
    try await device.session { book in
      try await refresh(book, with: list(8, [row("7")]))
      try await refresh(book, with: list(9, [row("7").replacing(#""7""#, with: "7")]))
      #expect(book.state.addresses.map(\.id.rawValue) == ["7"])
      #expect(book.state.addresses.map(\.serverID) == ["7"])
    }
  }

  @Test func `A list is usable up to each of its limits`() async throws {
    try await device.session { book in
      for (number, rows) in [[row("a", fields: 40)], (0..<1_000).map { row("\($0)") }, []]
        .enumerated()
      {
        try await refresh(book, with: list(8 + number, rows))
        #expect(book.state.addresses.count == rows.count)
      }
    }
  }

  @Test
  func `A revision that was too high once is replaced an hour later`() async throws {
    try await device.session { book in
      try await refresh(book, with: list(1_000_000, [row("known")]))
      device.clock.jump(by: .seconds(3_600))
      await #expect(throws: AddressError.sync(.fetch(.outdated))) {
        try await refresh(book, with: list(9, [row("other")]))
      }
      #expect(book.state.addresses.map(\.id.rawValue) == ["known"])
      device.clock.jump(by: .seconds(1))
      try await refresh(book, with: list(9, [row("other")]))
      #expect(book.state.addresses.map(\.id.rawValue) == ["other"])
    }
  }

  @Test func `A time beyond every calendar is shown, and the next order is possible`() async throws
  {
    try await device.session { book in
      let times = [Int64.max, 1 << 53, 1 << 52, 1, 0, -1, .min]
      try await refresh(book, with: list(8, times.map { row("\($0)", used: $0) }))
      #expect(book.state.addresses.map(\.id.rawValue) == times.map { "\($0)" })
      let dates = [1 << 53, 1 << 53, 1 << 52, 1].map {
        Optional(Date(timeIntervalSince1970: Double($0) / 1_000))
      }
      #expect(book.state.addresses.map(\.lastUsed) == dates + [nil, nil, nil])
      device.gate.close(for: .offline)
      try await book.use(SavedAddress.ID(rawValue: "1"))
    }
  }

  @Test
  func `Addresses with one time keep the sequence in which they were first shown`() async throws {
    try await device.session { book in
      for (number, ids) in ["abcd", "dcba", "bdac"].enumerated() {
        let rows = ids.map { row("\($0)", used: "ab".contains($0) ? 5 : 0) }
        try await refresh(book, with: list(8 + number, rows))
        #expect(book.state.addresses.map(\.id.rawValue) == ["a", "b", "c", "d"])
      }
    }
  }

  @Test func `An unknown problem is shown as the first 300 characters of its reason`() async throws
  {
    let text = String(repeating: "a", count: 301)
    try await device.session { book in
      for (number, (reason, shown)) in [("\"\(text)\"", text.dropLast()), ("null", "new")]
        .enumerated()
      {
        let row = row("a", problem: #"{"code": "new", "reason": \#(reason)}"#)
        try await refresh(book, with: list(8 + number, [row]))
        #expect(book.state.addresses.map(\.obstacle) == [.other(String(shown))])
      }
    }
  }

  @Test(arguments: [0, 100])
  func `There is room for 200 addresses in all cities together`(_ elsewhere: Int) async throws {
    try await device.session { book in
      let rows = (0..<199).map { row("\($0)", city: $0 < elsewhere ? 792_680 : 1_526_384) }
      try await refresh(book, with: list(8, rows))
      #expect(book.state.elsewhere.count == elsewhere)
      device.gate.close(for: .offline)
      try await book.add(.home)
      await #expect(throws: AddressError.tooMany(limit: 200)) { try await book.add(.work) }
    }
  }

  @Test func `An empty id finds no address that the server does not know`() async throws {
    device.gate.close(for: .offline)
    try await device.session { book in
      let added = try await book.add(.home)
      let empty = SavedAddress.ID(rawValue: "")
      #expect(book.state[added]?.serverID == "")
      #expect(book.state[empty] == nil)
      await #expect(throws: AddressError.unknownAddress(empty)) { try await book.remove(empty) }
      #expect(book.state.addresses.count == 1)
    }
  }

  /// Fetches, and lets the server answer with this body.
  private func refresh(_ book: any AddressBook, with body: String) async throws {
    let response = HTTPResponse(status: 200, body: Data(body.utf8))
    await book.when { $0.sync.fetch != .fetching }
    device.server.spoil([RequestFault(reachesServer: false) { _ in .success(response) }]) {
      $0.method == .get
    }
    try await book.refresh()
  }
}

/// The text of an address in a list.
private func row(
  _ id: String, fields: Int = 1, city: Int = 1_526_384, used: Int64 = 0, problem: String = "null"
) -> String {
  let fields = (0..<fields).map { #"{"type": "f\#($0)", "value": "v"}"# }.joined(separator: ",")
  return """
    {"id": "\(id)", "origins": [], "used": \(used), "isDefault": false, "problem": \(problem),
      "address": {"city": \(city), "template": "KZ", "label": "", "fields": [\(fields)]}}
    """
}

/// The body of a response with these addresses.
private func list(_ revision: Int, _ rows: [String]) -> String {
  #"{"revision": \#(revision), "addresses": [\#(rows.joined(separator: ","))]}"#
}
