import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Pending updates", .temporaryDirectory)
struct WaitingTests {
  private let disk = Disk()

  @Test func `A flush of the repository or its directory writes pending updates`() async throws {
    let launch = disk.launch()
    let repository = repository("value", .critical, in: launch)
    try await repository.save("zero")
    try await saveBlocked("one", in: repository)
    try await repository.flush()
    #expect(repository.writeStatus == .written)
    #expect(try await disk.crashed().repository().value() == "one")

    try await saveBlocked("two", in: repository)
    try await launch.flush()
    #expect(repository.writeStatus == .written)
    #expect(try await disk.crashed().repository().value() == "two")
  }

  private func saveBlocked(_ value: String, in repository: SingleRepository<String>) async throws {
    try disk.block()
    try await repository.save(value)
    try disk.unblock()
  }

  @Test func `Pending values are written by descending storage class`() async throws {
    let launch = disk.launch()
    let critical = repository("critical", .critical, in: launch)
    let other = repository("other", .userState, in: launch)
    let cache = repository("cache", .cache, in: launch)
    for repository in [critical, other, cache] { try await repository.save("old") }
    try disk.block()
    for repository in [critical, cache] { try await repository.save("new") }
    try disk.unblock()

    try await other.save("new")

    #expect(critical.writeStatus == .written)
    #expect(other.writeStatus == .written)
    guard case .failed = cache.writeStatus else {
      Issue.record("an event for what is worth more is none for a cache")
      return
    }
    try await launch.flush()
    #expect(cache.writeStatus == .written)
  }

  @Test
  func `A flush of the directory writes all it can and throws the first failure`() async throws {
    let launch = disk.launch()
    let refused = repository("refused", .critical, in: launch)
    let other = repository("other", .userState, in: launch)
    for repository in [refused, other] { try await repository.save("old") }
    try disk.block()
    for repository in [refused, other] { try await repository.save("new") }
    try disk.unblock()
    let inTheWay = disk.at(".refused.v1.store.tmp")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: false)

    await #expect(throws: StorageError.self) { try await launch.flush() }
    #expect(other.writeStatus == .written)

    try FileManager.default.removeItem(at: inTheWay)
    try await launch.flush()
    #expect(refused.writeStatus == .written)
  }

  @Test func `An update in a file is preceded by pending values of a higher storage class`()
    async throws
  {
    let launch = disk.launch()
    let critical = repository("critical", .critical, in: launch)
    try await critical.save("old")
    try await saveBlocked("new", in: critical)

    try await SingleRepository(
      .file("other"), class: .userState, schema: StoredSchema(String.self), in: launch
    ).save("new")

    #expect(critical.writeStatus == .written)
  }

  @Test func `The status is scheduled while a write is in progress`() async throws {
    let statuses = Statuses()
    let repository = repository(
      "value", .critical,
      in: StorageDirectory(
        disk.url,
        failing: {
          statuses.look()
          return nil
        }))
    statuses.watch(repository)

    try await repository.save("new")

    #expect(Set(statuses.seen) == [.scheduled])
    #expect(repository.writeStatus == .written)
    statuses.watch(nil)
  }

  @Test func `A suspension throws the failure of a pending update, and releases the lock`()
    async throws
  {
    let launch = disk.launch()
    let pending = repository("value", .critical, in: launch)
    try await pending.save("old")
    try disk.block()
    try await pending.save("new")

    await #expect(throws: StorageError.self) { try await launch.suspend() }
    try disk.unblock()

    let other = StorageDirectory(disk.url)
    #expect(try await repository("value", .critical, in: other).value() == "old")
    withExtendedLifetime(pending) {}
  }

  private func repository(
    _ name: String, _ dataClass: StorageClass, in launch: StorageDirectory
  ) -> SingleRepository<String> {
    SingleRepository(
      .memoryBackedByFile(name), class: dataClass, schema: StoredSchema(String.self), in: launch)
  }
}

/// The statuses that a repository has during its writes.
private final class Statuses: Sendable {
  private struct State {
    var repository: SingleRepository<String>?
    var seen: [WriteStatus] = []
  }

  private let state = Mutex(State())
  var seen: [WriteStatus] { state.withLock { $0.seen } }

  func watch(_ repository: SingleRepository<String>?) {
    state.withLock { $0.repository = repository }
  }

  func look() {
    state.withLock { state in
      if let status = state.repository?.writeStatus { state.seen.append(status) }
    }
  }
}
