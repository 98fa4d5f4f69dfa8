import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("A limit of size", .temporaryDirectory)
struct SizeLimitTests {
  let disk = Disk()
  let cache = StorageClass(.cache, sizeLimit: 300)

  @Test func `A file within the limit is written; a larger one is rejected and the old one stays`()
    async throws
  {
    let repository = disk.repository(.file("value"), cache)
    try await repository.save("old")
    // The head of a text that is longer than 23 bytes is one byte longer too.
    let room = 300 - (try disk.bytes(at: "caches/value.v1.store").count - 3) - 1
    let largest = String(repeating: "a", count: room)
    try await repository.save(largest)
    #expect(try disk.bytes(at: "caches/value.v1.store").count == 300)

    await #expect(throws: StorageError.tooLarge(file: "value.v1.store", limit: 300)) {
      try await repository.save(largest + "a")
    }

    #expect(try disk.names(in: "caches") == ["value.v1.store"])
    #expect(try await repository.value() == largest)
  }

  @Test func `A value in memory beyond the limit is pending`() async throws {
    let repository = disk.repository(.memoryBackedByFile("value"), cache)
    let large = String(repeating: "a", count: 300)

    try await repository.save(large)

    #expect(try await repository.value() == large)
    #expect(
      repository.writeStatus == .failed(.tooLarge(file: "value.v1.store", limit: 300)))
    try await repository.save("small")
    #expect(repository.writeStatus == .written)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `The file of a collection is replaced if an append would exceed the limit`(
    location: StorageLocation
  ) async throws {
    func size() throws -> Int { try disk.bytes(at: "caches/value.v1.store").count }
    let unlimited = disk.many(StoredSchema(Note.self), location, .cache)
    try await unlimited.save(Note(id: 1))
    let whole = try size()
    try await unlimited.save(Note(id: 1, text: "0"))
    let growth = try size() - whole
    for limit in 300..<380 {
      let cache = StorageClass(.cache, sizeLimit: limit)
      let notes = disk.many(StoredSchema(Note.self), location, cache)
      for step in 1...4 {
        let appended = try size() + growth
        try await notes.save(Note(id: 1, text: "\(step)"))
        #expect(notes.writeStatus == .written)
        #expect(try size() == appended || appended > limit)
        #expect(try size() <= limit)
      }
    }
  }
}
