import AddressesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import SyncTestSupport
import Synchronization
import Testing

@testable import Addresses
@testable import Sync

@Suite("What the server has and the disk has not", .serialized)
struct UnwrittenAddressTests {
  /// A disk that is full for addresses and has room for changes.
  private final class HalfFullDisk: BaseStore {
    let isFull = Mutex(true)
    let kept = Mutex<[KeptAddress]>([])

    func load() async throws(StorageError) -> AddressBase { AddressBase(kept.withLock { $0 }) }

    func save(_ base: AddressBase) async -> WriteStatus {
      guard !isFull.withLock({ $0 }) else { return .failed(.inUse("disk")) }
      kept.withLock { $0 = base.addresses }
      return .written
    }
  }

  /// A counter of launches, so that each launch makes different ids.
  private final class LifeCount: Sendable {
    private let count = Mutex(UInt64(0))

    func next() -> UInt64 {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private let disk = HalfFullDisk()
  private let changes = CollectionRepository<OutboxEntry>()
  private let server = AddressesServerDouble()
  private let lives = LifeCount()

  /// Launches the app, runs it during `body`, and kills it.
  private func life(
    closedFor reasons: Set<Gate.Reason> = [], with journal: OutboxJournal? = nil,
    _ body: (any AddressBook) async throws -> Void
  ) async throws {
    let life = lives.next()
    let ids = Mutex(SplitMix64(seed: life))
    let book = makeBook(
      server, Gate(closedFor: reasons), journal ?? OutboxJournal(changes),
      makeID: { "id-\(ids.withLock { $0.next() })" })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      await book.when { $0.sync.isLoaded }
      try await body(book)
      group.cancelAll()
    }
  }

  private func makeBook(
    _ transport: some Transport, _ gate: Gate, _ journal: OutboxJournal,
    makeID: @escaping @Sendable () -> String
  ) -> any AddressBook {
    var environment = FeatureEnvironment(
      transport: transport, city: SettledCity(.almaty, gate: gate),
      clock: InstantClock(), now: { .distantPast }, makeID: makeID)
    environment.makeJournal = { _ in journal }
    return OptimisticAddressBook(in: environment, base: disk, templates: .samples)
  }

  @Test
  func `After a crash it is there, is sent again, and leaves the queue when the disk has it`()
    async throws
  {
    var id = SavedAddress.ID(rawValue: "")
    try await life { book in
      id = try await book.add(.home).id
      let state = await book.settled()
      #expect(state.addresses.map(\.status) == [.confirmed])
    }
    try await life(closedFor: [.offline]) { book in
      try #require(book.state.addresses.map(\.id) == [id])
      #expect(book.state.addresses.map(\.unsynced) == [[.existence]])
      #expect(book.state.pending.count == 1)
    }
    disk.isFull.withLock { $0 = false }
    try await life { book in
      await book.when { $0.sync.fetch == .idle && $0.addresses.map(\.id) == [id] }
      while try await !changes.elements().isEmpty { await Task.yield() }
    }
    #expect(disk.kept.withLock { $0.map(\.id) } == [id])
    #expect(server.model.list.addresses.count == 1)
  }

  @Test func `A settled change does not cover a later change of another device`() async throws {
    try await life { book in
      let id = try await book.add(.home).id
      await book.settled()
      _ = try await book.change(id, to: .home.with(.floor, "4"))
      let serverID = await book.settled().addresses[0].serverID
      server.change { $0.editElsewhere(serverID, Address.home.with(.floor, "9").view) }
      try await book.refresh()
      #expect(book.state[id]?.address[.floor] == "9")
    }
  }

  /// An address that an earlier release has stored and never sent.
  private let old = KeptAddress(
    id: SavedAddress.ID(rawValue: "old"), serverID: "", address: .home, used: 0, isDefault: false,
    obstacle: "")

  @Test
  func `An address of an earlier release is removed once the disk has no record of it`()
    async throws
  {
    disk.kept.withLock { $0 = [old] }
    try await life(closedFor: [.offline]) { book in
      let removal = try await book.remove(old.id)
      #expect(removal == .failed(.inUse("disk")))
      #expect(book.state.addresses.isEmpty)
    }
    try await life(closedFor: [.offline]) { book in
      // The first launch reported that its removal was not stored.
      #expect(await book.when { !$0.addresses.isEmpty }.addresses.map(\.id) == [old.id])
      disk.isFull.withLock { $0 = false }
      let removal = try await book.remove(old.id)
      #expect(removal == .inMemory)
    }
    try await life { book in
      let state = await book.settled()
      #expect(state.addresses.isEmpty)
    }
    #expect(server.model.list.addresses.isEmpty)
  }

  @Test(arguments: [true, false])
  func `An address of an earlier release is not created twice if the disk cannot remove its record`(
    isJournalKept: Bool
  ) async throws {
    disk.kept.withLock { $0 = [old] }
    try await life(with: isJournalKept ? nil : OutboxJournal()) { book in
      await book.settled()
      _ = try await book.change(SavedAddress.ID(rawValue: "old"), to: .work)
      await book.settled()
    }
    try await life { book in
      let state = await book.when { $0.sync.fetch == .idle && $0.pending.isEmpty }
      #expect(state.addresses.map(\.address) == [.work])
    }
    #expect(server.model.list.addresses.count == 1)
  }

  /// A journal whose writes end when the test says so.
  private final class SlowJournal: OutboxStore {
    let (written, writer) = AsyncStream.makeStream(of: Void.self)

    func entries() async throws(StorageError) -> [OutboxEntry] { [] }

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
      for await _ in written { break }
      return .written
    }
  }

  /// A server with one address, which it has created for the operation `id`.
  private struct OneAddress: Transport {
    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let list = """
        {"revision": 1, "addresses": [{"id": "s1", "origins": ["id"], "used": 0, "isDefault": false,
          "address": {"city": 1526384, "template": "KZ", "label": "", "fields": []}}]}
        """
      return HTTPResponse(status: 200, body: Data(list.utf8))
    }
  }

  @Test func `An address in a fetch before its call returns keeps its id`() async throws {
    let journal = SlowJournal()
    let book = makeBook(OneAddress(), Gate(), OutboxJournal(journal), makeID: { "id" })
    async let added = book.add(.home)
    await book.when { !$0.addresses.isEmpty }
    // The fetched value is stored after the addition, so `refresh()` does not return yet either.
    async let refreshed: Void = book.refresh()
    let state = await book.when { $0.addresses.map(\.serverID) == ["s1"] }
    #expect(state.addresses.map(\.id.rawValue) == ["id"])
    journal.writer.finish()
    _ = try await added
    try await refreshed
  }

  @Test func `A removal of an unknown address is not discarded`() async throws {
    // The stored addresses are lost.
    try await enqueueRemoval()
    try await life { book in
      let wait = await book.undecided()
      #expect(wait?.address.rawValue == "forgotten")
      #expect(wait?.parts == [.removal])
      #expect(wait?.status == .failed(.rejected(.removedElsewhere)))
    }
  }

  @Test func `A removal of an address that was removed elsewhere needs no decision`() async throws {
    // One stored address is enough to know that the addresses are not lost.
    disk.isFull.withLock { $0 = false }
    disk.kept.withLock { kept in
      kept = [
        KeptAddress(
          id: SavedAddress.ID(rawValue: "other"), serverID: "s9", address: .work, used: 0,
          isDefault: false, obstacle: "")
      ]
    }
    try await enqueueRemoval()
    try await life { book in
      let state = await book.when { state in
        state.sync.fetch == .idle && state.pending.allSatisfy(\.isUndecided)
      }
      #expect(state.pending.isEmpty)
    }
  }

  /// Stores a removal of the address `forgotten` that an earlier release made, without a server id.
  private func enqueueRemoval() async throws {
    let change = AddressChange(
      address: SavedAddress.ID(rawValue: "forgotten"), operation: "removal", edit: .remove)
    try await changes.save(
      OutboxEntry(
        id: 1, key: "key", lane: change.lane, payload: JSONEncoder().encode(change),
        dependencies: change.dependencies, priority: change.priority))
  }
}
