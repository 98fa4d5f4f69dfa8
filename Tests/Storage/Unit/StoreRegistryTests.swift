import Synchronization
import Testing

@testable import Storage

@Suite("The registry of a directory's stores")
struct StoreRegistryTests {
  private let registry = StoreRegistry()
  private let log = FlushLog()
  private let refused = StorageError.notWritable(
    SystemFailure(call: "open", file: "a", code: 1))
  private let full = StorageError.diskFull(SystemFailure(call: "open", file: "a", code: 2))

  /// Registers a store with pending updates whose flush has this failure.
  private func addPending(
    _ name: String, _ worth: StorageClass.Tier, failure: StorageError? = nil
  ) {
    let store = RecordingStore(name, worth, failure, log)
    let claim = Claim(name, store, in: registry)
    _ = registry.acquire(name, store, for: claim)
    registry.note(store, name, isWaiting: true)
  }

  @Test func `Pending updates are written by descending storage class`() async {
    addPending("cache", .cache)
    addPending("state", .userState)
    addPending("critical", .critical)

    #expect(await registry.writeWaiting(worthMoreThan: nil) == nil)

    #expect(log.names == ["critical", "state", "cache"])
  }

  @Test func `The first failure is returned after the attempts of all other stores`() async {
    let other = StorageError.inUse("state")
    addPending("critical", .critical, failure: refused)
    addPending("state", .userState, failure: other)
    addPending("cache", .cache)

    #expect(await registry.writeWaiting(worthMoreThan: nil) == refused)

    #expect(log.names == ["critical", "state", "cache"])
  }

  @Test func `A full disk ends a flush, so that a less important value does not use the space`()
    async
  {
    addPending("critical", .critical, failure: full)
    addPending("state", .userState)

    #expect(await registry.writeWaiting(worthMoreThan: nil) == full)

    #expect(log.names == ["critical"])
  }

  @Test func `An update is preceded only by pending updates of a higher storage class`() async {
    addPending("critical", .critical)
    addPending("state", .userState)
    addPending("cache", .cache)

    #expect(await registry.writeWaiting(worthMoreThan: .userState) == nil)

    #expect(log.names == ["critical"])
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
