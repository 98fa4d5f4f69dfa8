import AddressesServerModel
import AddressesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Addresses

@Suite("What the server has and the disk has not", .timeLimit(.minutes(1)))
struct UnwrittenAddressTests {
  /// A disk that is full for addresses and has room for changes.
  private final class HalfFullDisk: AddressShelf {
    let isFull = Mutex(true)
    let kept = Mutex<[KeptAddress]>([])

    func addresses() async throws(StorageError) -> [KeptAddress] { kept.withLock { $0 } }

    func keep(_ saved: [KeptAddress], removing removed: [SavedAddress.ID]) async -> Persistence {
      guard !isFull.withLock({ $0 }) else { return .pending(.inUse("disk")) }
      kept.withLock { kept in
        kept.removeAll { removed.contains($0.id) || saved.map(\.id).contains($0.id) }
        kept += saved
      }
      return .persisted
    }
  }

  private let disk = HalfFullDisk()
  private let journal = OutboxJournal()
  private let server = AddressesServerDouble()

  /// One life of the app.
  private func life(
    closedFor reasons: Set<Gate.Reason> = [], _ body: (DefaultAddressBook) async throws -> Void
  ) async throws {
    let ids = Mutex(SplitMix64(seed: reasons.isEmpty ? 1 : 2))
    let book = DefaultAddressBook(
      server: AddressServer(transport: server), shelf: disk, journal: journal,
      templates: .samples, gate: Gate(closedFor: reasons), clock: InstantClock(),
      now: { .distantPast }, random: SplitMix64(seed: 1),
      makeID: { "id-\(ids.withLock { $0.next() })" })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await book.run() }
      try await book.enter(.almaty, template: AddressTemplate.ID(rawValue: "KZ"))
      try await body(book)
      group.cancelAll()
    }
  }

  @Test("After a crash it is there under its name, and leaves the queue when the disk has it")
  func settling() async throws {
    var id = SavedAddress.ID(rawValue: "")
    try await life { book in
      id = try await book.add(.home).id
      let state = await book.settled()
      #expect(state.addresses.map(\.mark) == [.confirmed])
    }
    try await life(closedFor: [.offline]) { book in
      #expect(book.state.addresses.map(\.id) == [id])
      #expect(book.state.addresses.map(\.unsynced) == [[]])
      #expect(book.state.waiting.isEmpty)
    }
    disk.isFull.withLock { $0 = false }
    try await life { book in
      await book.when { $0.fetch == .idle && $0.addresses.map(\.id) == [id] }
      for await items in await book.outbox.updates() where items.isEmpty { break }
    }
    #expect(disk.kept.withLock { $0.map(\.id) } == [id])
    #expect(server.model.list.addresses.count == 1)
  }
}
