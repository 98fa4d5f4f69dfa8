import Storage

/// The stored form of the note, with the module's storage choice.
///
/// The server has the note too, so its storage class is `cache`: the device may delete the file.
struct StoredNote: Codable, Sendable, Equatable {
  var text: String

  static func repository(in directory: StorageDirectory) -> SingleRepository<StoredNote> {
    SingleRepository(
      .memoryBackedByFile("sample-note"), class: .cache, schema: StoredSchema(StoredNote.self),
      in: directory)
  }
}
