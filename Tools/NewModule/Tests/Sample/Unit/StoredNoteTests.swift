import Storage
import StorageTestSupport
import Testing

@testable import Sample

/// A change of `StoredNote` adds a release here, and never changes an earlier one.
struct StoredNoteTests {
  private static let history = ReleaseHistory("note", class: .cache)
    .release(StoredSchema(StoredNote.self)) { write in
      StoredNote(text: "note \(write)")
    } facts: { note in
      ["text": note.text]
    }

  @Test(arguments: MigrationContract.rules(for: .cache))
  func `A note is read in every later release`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.history)
  }
}
