import AddressesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

import Addresses

@Suite("A list that cannot be believed", .serialized)
struct HostileListTests {
  /// A server that answers every request with the same body.
  private final class Parrot: Transport {
    let body = Mutex("")
    let changes = Mutex(0)

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      if request.method != .get { changes.withLock { $0 += 1 } }
      return HTTPResponse(status: 200, body: Data(body.withLock { $0 }.utf8))
    }
  }

  /// The text of an address in a list.
  static func row(_ id: String, fields: Int = 1) -> String {
    let fields = (0..<fields).map { #"{"type": "f\#($0)", "value": "v"}"# }.joined(separator: ",")
    return """
      {"id": "\(id)", "origins": [], "used": 0, "isDefault": false, "address":
        {"city": 1526384, "template": "KZ", "label": "", "fields": [\(fields)]}}
      """
  }

  /// The body of a response with these addresses.
  static func list(_ revision: Int, _ rows: [String]) -> String {
    #"{"revision": \#(revision), "addresses": [\#(rows.joined(separator: ","))]}"#
  }

  private func makeBook(
    _ transport: some Transport, clock: InstantClock = InstantClock()
  ) -> any AddressBook {
    let environment = FeatureEnvironment(
      transport: transport, city: SettledCity(.almaty), clock: clock)
    return AddressesFactory.makeBook(in: environment, templates: .samples)
  }

  /// Runs a book until the returned task is canceled.
  private func start(_ book: any AddressBook) async -> Task<Void, any Error> {
    let running = Task { try await book.run() }
    await book.when { $0.sync.fetch != .notRunning }
    return running
  }

  /// Returns a running book with the address `known`.
  private func loadedBook(
    _ parrot: Parrot
  ) async throws -> (any AddressBook, Task<Void, any Error>) {
    parrot.body.withLock { $0 = Self.list(8, [Self.row("known")]) }
    let book = makeBook(parrot)
    let running = await start(book)
    try await book.refresh()
    return (book, running)
  }

  @Test(arguments: [
    "", "[]", "{}", list(0, []), list(-1, []), list(9, [row("")]), list(9, [row("a"), row("a")]),
    list(9, [row("a", fields: 41)]), list(9, (0..<1_001).map { row("\($0)") }),
    String(repeating: "[", count: 10_000), list(9, [row("b")]).replacing("KZ", with: "\u{0}"),
  ])
  func `A hostile list changes nothing and is reported as a failure`(_ body: String) async throws {
    let parrot = Parrot()
    let (book, running) = try await loadedBook(parrot)
    defer { running.cancel() }
    parrot.body.withLock { $0 = body }
    await #expect(throws: AddressError.self) { try await book.refresh() }
    #expect(book.state.addresses.map(\.id.rawValue) == ["known"])
    guard case .failed = book.state.sync.fetch else {
      Issue.record("\(book.state.sync.fetch)")
      return
    }
  }

  @Test func `a time of an order beyond every calendar is shown, and the next order is possible`()
    async throws
  {
    let parrot = Parrot()
    let (book, running) = try await loadedBook(parrot)
    defer { running.cancel() }
    let times = [Int64.max, 1 << 53, 1, 0, -1, .min]
    let rows = times.map { Self.row("\($0)").replacing("\"used\": 0", with: "\"used\": \($0)") }
    parrot.body.withLock { $0 = Self.list(9, rows) }
    try await book.refresh()
    #expect(Set(book.state.addresses.map(\.id.rawValue)) == Set(times.map { "\($0)" }))
    #expect(book.state.addresses.suffix(3).allSatisfy { $0.lastUsed == nil })
    try await book.use(SavedAddress.ID(rawValue: "1"))
  }

  @Test func `an empty id finds no address that the server does not know`() async throws {
    let environment = FeatureEnvironment(transport: Parrot(), city: SettledCity(.almaty))
    let book = AddressesFactory.makeBook(in: environment, templates: .samples)
    let added = try await book.add(.home).id
    let empty = SavedAddress.ID(rawValue: "")
    #expect(book.state[added]?.serverID == "")
    #expect(book.state[empty] == nil)
    await #expect(throws: AddressError.unknownAddress(empty)) { try await book.remove(empty) }
    #expect(book.state.addresses.count == 1)
  }

  @Test func `a lagging replica's list changes nothing, and the refresh says so`() async throws {
    let parrot = Parrot()
    let (book, running) = try await loadedBook(parrot)
    defer { running.cancel() }
    parrot.body.withLock { $0 = Self.list(7, []) }
    await #expect(throws: AddressError.sync(.fetch(.outdated))) { try await book.refresh() }
    #expect(book.state.addresses.map(\.id.rawValue) == ["known"])
  }

  @Test func `a lagging replica's list does not prevent sending a change`() async throws {
    let (parrot, gate) = (Parrot(), Gate())
    parrot.body.withLock { $0 = Self.list(8, [Self.row("known")]) }
    let environment = FeatureEnvironment(
      transport: parrot, city: SettledCity(.almaty, gate: gate), clock: InstantClock())
    let book = AddressesFactory.makeBook(in: environment, templates: .samples)
    let running = await start(book)
    defer { running.cancel() }
    try await book.refresh()
    parrot.body.withLock { $0 = Self.list(7, []) }
    gate.close(for: .offline)
    gate.open(for: .offline)
    try await book.add(.home)
    while parrot.changes.withLock({ $0 }) == 0 { await Task.yield() }
  }

  @Test func `a revision that was too high once is replaced an hour later`() async throws {
    let (parrot, clock) = (Parrot(), InstantClock())
    let book = makeBook(parrot, clock: clock)
    parrot.body.withLock { $0 = Self.list(1_000_000, [Self.row("known")]) }
    let running = await start(book)
    defer { running.cancel() }
    try await book.refresh()
    clock.jump(by: .seconds(3_600))
    parrot.body.withLock { $0 = Self.list(9, [Self.row("other")]) }
    await #expect(throws: AddressError.sync(.fetch(.outdated))) { try await book.refresh() }
    #expect(book.state.addresses.map(\.id.rawValue) == ["known"])
    clock.jump(by: .seconds(1))
    try await book.refresh()
    #expect(book.state.addresses.map(\.id.rawValue) == ["other"])
    parrot.body.withLock { $0 = Self.list(10, []) }
    try await book.refresh()
    #expect(book.state.addresses.isEmpty)
  }

  @Test
  func `a lagging replica that answers every other request never takes the list back`() async throws
  {
    let (parrot, clock) = (Parrot(), InstantClock())
    let book = makeBook(parrot, clock: clock)
    let running = await start(book)
    defer { running.cancel() }
    for _ in 0..<8 {
      parrot.body.withLock { $0 = Self.list(8, [Self.row("known")]) }
      try await book.refresh()
      clock.jump(by: .seconds(3_000))
      parrot.body.withLock { $0 = Self.list(7, []) }
      await #expect(throws: AddressError.sync(.fetch(.outdated))) { try await book.refresh() }
      #expect(book.state.addresses.map(\.id.rawValue) == ["known"])
    }
  }

  @Test func `The addresses of all cities count toward the limit of 200`() async throws {
    let parrot = Parrot()
    let rows = (0..<200).map { number in
      number < 100
        ? Self.row("\(number)") : Self.row("\(number)").replacing("1526384", with: "792680")
    }
    parrot.body.withLock { $0 = Self.list(8, rows) }
    let book = makeBook(parrot)
    let running = await start(book)
    defer { running.cancel() }
    try await book.refresh()
    #expect(book.state.elsewhere.count == 100)
    await #expect(throws: AddressError.tooMany(limit: 200)) { try await book.add(.home) }
  }

  @Test func `There is room for 200 addresses, and the next is refused`() async throws {
    let parrot = Parrot()
    parrot.body.withLock { $0 = Self.list(8, (0..<200).map { Self.row("\($0)") }) }
    let book = makeBook(parrot)
    let running = await start(book)
    defer { running.cancel() }
    try await book.refresh()
    #expect(book.state.addresses.count == 200)
    await #expect(throws: AddressError.tooMany(limit: 200)) { try await book.add(.home) }
  }
}
