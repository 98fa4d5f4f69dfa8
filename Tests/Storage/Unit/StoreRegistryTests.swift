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
    let store = RecordingStore(name, worth, failure, log)
    let claim = Claim(name, store, in: registry)
    _ = registry.acquire(name, store, for: claim)
    registry.note(store, name, isWaiting: true)
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

    #expect(await registry.writeWaiting(worthMoreThan: limit) == nil)

    #expect(log.names == written)
  }

  @Test(arguments: [(refused, ["critical", "state", "cache"]), (full, ["critical"])])
  func `The first failure is returned after all attempts, of which a full disk is the last`(
    failure: StorageError, written: [String]
  ) async {
    addPending("critical", .critical, failure: failure)
    addPending("state", .userState, failure: .inUse("state"))
    addPending("cache", .cache)

    #expect(await registry.writeWaiting(worthMoreThan: nil) == failure)

    #expect(log.names == written)
  }

  @Test func `A name has one owner, which can acquire it again`() {
    let (first, second) = (store("a"), store("a"))
    let owner = Claim("a", first, in: registry)
    let other = Claim("a", second, in: registry)

    #expect(registry.acquire("a", first, for: owner) == .acquiredAnew)
    #expect(registry.acquire("a", first, for: owner) == .acquired)
    #expect(registry.acquire("a", second, for: other) == .refused)
    withExtendedLifetime((owner, other)) {}
  }

  @Test func `A store that is not registered under its name has no pending updates`() async {
    let (first, second) = (store("a"), store("a"))
    let owner = Claim("a", first, in: registry)
    _ = registry.acquire("a", first, for: owner)

    registry.note(second, "a", isWaiting: true)

    #expect(await registry.writeWaiting(worthMoreThan: nil) == nil)
    #expect(log.names == [])
    withExtendedLifetime((owner, second)) {}
  }

  private func store(_ name: String) -> RecordingStore {
    RecordingStore(name, .critical, nil, log)
  }
}

/// A store that records each flush.
private final class RecordingStore: StoreOnDisk {
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

  func forget() {}
}

private final class FlushLog: Sendable {
  private let flushes = Mutex<[String]>([])
  var names: [String] { flushes.withLock { $0 } }
  func add(_ name: String) { flushes.withLock { $0.append(name) } }
}
