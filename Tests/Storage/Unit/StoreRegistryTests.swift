import Synchronization
import Testing

@testable import Storage

@Suite("The registry of a directory's stores")
struct StoreRegistryTests {
  private let registry = StoreRegistry()
  private let log = FlushLog()
  private static let refused = StorageError.notWritable(
    SystemFailure(call: "open", file: "a", code: 1))
  private static let full = StorageError.diskFull(SystemFailure(call: "open", file: "a", code: 2))

  /// Registers a store with pending updates whose flush has this failure.
  private func addPending(
    _ name: String, _ worth: StorageClass.Tier, failure: StorageError? = nil
  ) {
    registry.add(name, RecordingStore(name, worth, failure, log))
  }

  @Test(arguments: [
    (nil, ["critical", "state", "cache"]), (StorageClass.Tier.userState, ["critical"]),
  ])
  func `Pending updates are written by descending storage class, or only those of higher ones`(
    limit: StorageClass.Tier?, written: [String]
  ) async {
    addPending("cache", .cache)
    addPending("state", .userState)
    addPending("critical", .critical)

    #expect(await registry.writePending(worthMoreThan: limit) == nil)

    #expect(log.names == written)
  }

  @Test(arguments: [(refused, ["critical", "state", "cache"]), (full, ["critical"])])
  func `The first failure is returned after all attempts, of which a full disk is the last`(
    failure: StorageError, written: [String]
  ) async {
    addPending("critical", .critical, failure: failure)
    addPending("state", .userState, failure: .inUse("state"))
    addPending("cache", .cache)

    #expect(await registry.writePending(worthMoreThan: nil) == failure)

    #expect(log.names == written)
  }

  @Test func `A name has one owner, whose pending updates the next owner has to take over`() throws
  {
    let (first, second) = (store("a"), store("a"))
    let other = RecordingStore("a", .cache, nil, log)
    do {
      let owner = Owner()
      #expect(try registry.acquire("a", first, for: owner) === first)
      #expect(throws: StorageError.inUse("a")) {
        try registry.acquire("a", second, for: Owner())
      }
      registry.note(first, "a", isPending: true)
      withExtendedLifetime(owner) {}
    }
    #expect(registry.isUsed("a"))
    #expect(throws: StorageError.inUse("a")) { try registry.acquire("a", other, for: Owner()) }
    #expect(try registry.acquire("a", second, for: Owner()) === first)
    registry.note(first, "a", isPending: false)

    #expect(!registry.isUsed("a"))
    #expect(try registry.acquire("a", other, for: Owner()) === other)
  }

  @Test func `A written store does not affect the pending updates of its successor`() async throws {
    let (first, second, owner) = (store("a"), store("a"), Owner())
    _ = try registry.acquire("a", second, for: owner)
    registry.note(second, "a", isPending: true)

    registry.note(first, "a", isPending: false)

    #expect(await registry.writePending(worthMoreThan: nil) == nil)
    #expect(log.names == ["a"])
    withExtendedLifetime(owner) {}
  }

  private func store(_ name: String) -> RecordingStore {
    RecordingStore(name, .critical, nil, log)
  }
}

private final class Owner: Sendable {}

extension StoreRegistry {
  /// Registers a store with pending updates.
  fileprivate func add(_ name: String, _ store: RecordingStore) {
    let owner = Owner()
    do { _ = try acquire(name, store, for: owner) } catch { Issue.record(error) }
    note(store, name, isPending: true)
    withExtendedLifetime(owner) {}
  }
}

/// A store that records each flush.
private final class RecordingStore: RegisteredStore {
  let worth: StorageClass.Tier
  private let name: String
  private let failure: StorageError?
  private let log: FlushLog

  init(_ name: String, _ worth: StorageClass.Tier, _ failure: StorageError?, _ log: FlushLog) {
    (self.name, self.worth, self.failure, self.log) = (name, worth, failure, log)
  }

  func flush() async throws(StorageError) {
    log.add(name)
    if let failure { throw failure }
  }

  func isDeclared(as other: RecordingStore) -> Bool { worth == other.worth }
}

private final class FlushLog: Sendable {
  private let flushes = Mutex<[String]>([])
  var names: [String] { flushes.withLock { $0 } }
  func add(_ name: String) { flushes.withLock { $0.append(name) } }
}
