import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Pending updates", .temporaryDirectory)
struct WaitingTests {
  private let disk = Disk()

  @Test(arguments: [StorageLocation.file("other"), .memoryBackedByFile("other")])
  func `An update is preceded by the pending values of a higher storage class`(
    location: StorageLocation
  ) async throws {
    let launch = disk.launch()
    let critical = repository("critical", .critical, in: launch)
    let other = launch.text(location, .userState)
    let cache = repository("cache", .cache, in: launch)
    for repository in [critical, other, cache] { try await repository.save("old") }
    try await disk.blocked {
      for repository in [critical, cache] { try await repository.save("new") }
    }

    try await other.save("new")

    #expect(critical.writeStatus == .written)
    #expect(other.writeStatus == .written)
    // An update does not write the pending values of a lower class.
    #expect(cache.writeStatus != .written)
    try await launch.flush()
    #expect(cache.writeStatus == .written)
  }

  @Test
  func `A flush of the directory writes all it can and throws the first failure`() async throws {
    let launch = disk.launch()
    let refused = repository("refused", .critical, in: launch)
    let other = repository("other", .userState, in: launch)
    for repository in [refused, other] { try await repository.save("old") }
    try await disk.blocked {
      for repository in [refused, other] { try await repository.save("new") }
    }
    try disk.obstruct(".refused.v1.store.tmp")

    await #expect(throws: StorageError.self) { try await launch.flush() }
    #expect(other.writeStatus == .written)

    try disk.remove(".refused.v1.store.tmp")
    try await launch.flush()
    #expect(refused.writeStatus == .written)
  }

  @Test func `A flush writes values by descending storage class, and ends at a full disk`()
    async throws
  {
    let fault = Mutex<@Sendable () -> Int32?>({ nil })
    let directory = StorageDirectory(
      disk.url,
      failing: {
        let next = fault.withLock { $0 }
        return next()
      })
    let cache = repository("cache", .cache, in: directory)
    let state = repository("state", .userState, in: directory)
    let critical = repository("critical", .critical, in: directory)
    for repository in [cache, state, critical] { try await repository.save("old") }
    fault.withLock { $0 = { EIO } }
    for repository in [cache, state, critical] { try await repository.save("new") }
    fault.withLock { $0 = { critical.writeStatus == .written ? ENOSPC : nil } }

    await #expect(
      throws: StorageError.diskFull(
        SystemFailure(call: "open", file: "state.v1.store", code: ENOSPC))
    ) { try await directory.flush() }

    #expect(critical.writeStatus == .written)
    #expect(
      cache.writeStatus
        == .failed(.notWritable(SystemFailure(call: "open", file: "cache.v1.store", code: EIO))))
    fault.withLock { $0 = { nil } }
  }

  @Test func `The status is scheduled while a write is in progress`() async throws {
    let seen = Collected<WriteStatus>()
    let look = Mutex<@Sendable () -> Void>({})
    let directory = StorageDirectory(
      disk.url,
      failing: {
        let next = look.withLock { $0 }
        next()
        return nil
      })
    let written = repository("value", .critical, in: directory)
    look.withLock { $0 = { seen.add(written.writeStatus) } }

    try await written.save("new")

    #expect(Set(seen.all) == [.scheduled])
    #expect(written.writeStatus == .written)
    look.withLock { $0 = {} }
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
    launch.text(.memoryBackedByFile(name), dataClass)
  }
}
