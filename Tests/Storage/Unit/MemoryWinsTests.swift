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

  @Test func `An update in memory succeeds and is pending, and a flush throws while writes fail`()
    async throws
  {
    let repository = try await loaded()
    try disk.block()

    try await repository.save("new")

    #expect(try await repository.value() == "new")
    #expect(repository.writeStatus == .failed(refusal))
    await #expect(throws: refusal) { try await repository.flush() }
    #expect(repository.writeStatus == .failed(refusal))
  }

  @Test(arguments: [false, true])
  func `A flush or the next update writes the newest value when writes succeed again`(
    isFlushed: Bool
  ) async throws {
    let repository = try await loaded()
    try await disk.blocked {
      for text in ["new", "newer", "newest"] { try await repository.save(text) }
    }

    if isFlushed { try await repository.flush() } else { try await repository.save("last") }

    #expect(repository.writeStatus == .written)
    #expect(try await disk.repository().value() == (isFlushed ? "newest" : "last"))
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

  @Test func `An update of a readable file that cannot be written throws, and the old value stays`()
    async throws
  {
    let repository = disk.repository()
    try await repository.save("old")
    try disk.obstruct()

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
