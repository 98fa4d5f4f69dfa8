import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests of a collection that is large enough to be decoded on all cores.
@Suite("Files with many elements", .temporaryDirectory)
struct ManyElementsTests {
  private let disk = Disk()

  private func notes() -> CollectionRepository<Note> {
    disk.many(StoredSchema(Note.self), .memoryBackedByFile("value"))
  }

  @Test func `Elements of one write are read in insertion order`() async throws {
    let all = (0..<2_000).map { Note(id: $0 * 7919 % 2_000, text: "\($0)") }
    try await notes().update { $0 = IdentifiedArray(all) }

    let read = try await notes().elements()
    #expect(Array(read) == all)
    for note in all.shuffled().prefix(100) { #expect(read[id: note.id] == note) }
  }
}
