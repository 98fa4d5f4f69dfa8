import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("A full disk", .temporaryDirectory)
struct FullDiskTests {
  private let disk = Disk()
  private let faults = WriteFaults()
  /// A text that occupies disk space.
  private let large = String(repeating: "c", count: 10_000)
  private let full = StorageError.diskFull(
    SystemFailure(call: "open", file: "value.v1.store", code: ENOSPC))

  private func launch() -> StorageDirectory {
    StorageDirectory(disk.url, failing: { [faults] in faults.next() })
  }

  private func text(
    _ location: StorageLocation, _ dataClass: StorageClass, in directory: StorageDirectory
  ) -> SingleRepository<String> {
    SingleRepository(location, class: dataClass, schema: StoredSchema(String.self), in: directory)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A write to a full disk removes the cached files and is repeated`(location: StorageLocation)
    async throws
  {
    try disk.put(Data([1]), at: "caches/folder/file")
    let directory = launch()
    try await text(.file("menu"), .cache, in: directory).save(large)
    let repository = text(location, .critical, in: directory)
    try await repository.save("old")

    faults.fail(1, with: ENOSPC)
    try await repository.save("new")

    #expect(repository.writeStatus == .written)
    #expect(try await disk.crashed().repository(location).value() == "new")
    #expect(try disk.names(in: "caches") == ["folder"])
    #expect(try disk.names(in: "caches/folder") == ["file"])
  }

  @Test func `A write to a full disk without cached files is not repeated`() async throws {
    let repository = text(.file("value"), .critical, in: launch())
    try await repository.save("old")

    faults.fail(1, with: ENOSPC)
    await #expect(throws: full) { try await repository.save("new") }

    #expect(try await repository.value() == "old")
  }

  @Test func `A failure of another kind removes no cached file, and is not repeated`()
    async throws
  {
    let directory = launch()
    try await text(.file("menu"), .cache, in: directory).save(large)
    let repository = text(.file("value"), .critical, in: directory)
    try await repository.save("old")

    faults.fail(1, with: EIO)
    await #expect(throws: StorageError.self) { try await repository.save("new") }

    #expect(try disk.names(in: "caches") == ["menu.v1.store"])
    #expect(try await repository.value() == "old")
  }

  @Test func `A cache for which there is no space removes no other file, and is not repeated`()
    async throws
  {
    let directory = launch()
    try await text(.file("menu"), .cache, in: directory).save(large)
    let repository = text(.file("value"), .cache, in: directory)
    try await repository.save("old")

    faults.fail(1, with: ENOSPC)
    await #expect(throws: full) { try await repository.save("new") }

    #expect(try disk.names(in: "caches") == ["menu.v1.store", "value.v1.store"])
  }

  @Test func `A value in memory that does not fit on the disk is pending`() async throws {
    let repository = text(.memoryBackedByFile("value"), .critical, in: launch())
    try await repository.save("old")

    faults.fail(1, with: ENOSPC)
    try await repository.save("new")
    #expect(repository.writeStatus == .failed(full))

    try await repository.flush()
    #expect(repository.writeStatus == .written)
    #expect(try await disk.crashed().repository().value() == "new")
  }
}

/// Failures of the next writes.
private final class WriteFaults: Sendable {
  private struct State {
    var count = 0
    var code: Int32 = 0
  }

  private let state = Mutex(State())

  func fail(_ count: Int, with code: Int32) {
    state.withLock { $0 = State(count: count, code: code) }
  }

  /// Returns the error code of the next write; `nil` for none.
  func next() -> Int32? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      state.count -= 1
      return state.code
    }
  }
}
