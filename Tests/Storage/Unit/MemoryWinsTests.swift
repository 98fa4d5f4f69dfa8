import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Writes that fail", .temporaryDirectory)
struct MemoryWinsTests {
  let disk = Disk()
  /// The error of a write while a file replaces the directory.
  let refusal = StorageError.notWritable(
    SystemFailure(call: "open", file: "value.v1.store", code: ENOTDIR))

  @Test func `An update in memory succeeds and is pending`() async throws {
    let repository = try await loaded()
    try disk.block()

    try await repository.save("new")

    #expect(try await repository.value() == "new")
    #expect(repository.writeStatus == .failed(refusal))
  }

  @Test func `A flush throws while writes still fail`() async throws {
    let repository = try await loaded()
    try disk.block()
    try await repository.save("new")

    await #expect(throws: refusal) { try await repository.flush() }

    #expect(repository.writeStatus == .failed(refusal))
    #expect(try await repository.value() == "new")
  }

  @Test func `A flush writes the newest value when writes succeed again`() async throws {
    let repository = try await loaded()
    try disk.block()
    for text in ["new", "newer", "newest"] { try await repository.save(text) }
    try disk.unblock()

    try await repository.flush()

    #expect(repository.writeStatus == .written)
    #expect(try await disk.repository().value() == "newest")
  }

  @Test func `The next update writes the pending value when writes succeed again`() async throws {
    let repository = try await loaded()
    try disk.block()
    try await repository.save("new")
    try disk.unblock()

    try await repository.update { $0?.append("est") }

    #expect(repository.writeStatus == .written)
    #expect(try await disk.repository().value() == "newest")
  }

  @Test func `A removal can be pending`() async throws {
    let repository = try await loaded()
    try disk.block()
    try await repository.remove()
    #expect(try await repository.value() == nil)
    try disk.unblock()
    #expect(try await disk.crashed().repository().value() == "old")

    try await repository.flush()

    #expect(try await disk.repository().value() == nil)
  }

  @Test func `An update in a file throws, and the old value stays`() async throws {
    let repository = disk.repository()
    try await repository.save("old")
    try disk.block()

    await #expect(throws: Obstacle.directoryIsFile.error) { try await repository.save("new") }
    try disk.unblock()

    #expect(try await repository.value() == "old")
  }

  @Test func `An update of a readable file that cannot be written throws, and the old value stays`()
    async throws
  {
    let repository = disk.repository()
    try await repository.save("old")
    try FileManager.default.createDirectory(
      at: disk.at(".value.v1.store.tmp"), withIntermediateDirectories: false)

    let error = await #expect(throws: StorageError.self) { try await repository.save("new") }

    guard case .notWritable(let failure)? = error else { throw try #require(error) }
    #expect(failure.call == "unlinkat" && failure.file == "value.v1.store")
    #expect(try await repository.value() == "old")
  }

  /// Returns a repository in memory whose value, "old", is in its file and was read.
  private func loaded() async throws -> SingleRepository<String> {
    let repository = disk.repository(.memoryBackedByFile("value"))
    try await repository.save("old")
    #expect(try await repository.value() == "old")
    return repository
  }
}
