import Storage

/// The stored form of a note, with the module's storage choice.
///
/// The user wrote the note, so its storage class is `userState`. A failed write is reported,
/// because no copy in memory replaces the file.
struct KeptNote: Codable, Sendable, Equatable {
  var text: String

  static func repository(in directory: StorageDirectory) -> SingleRepository<KeptNote> {
    SingleRepository(
      .file("sample-note"), class: .userState, schema: Schema(KeptNote.self), in: directory)
  }
}
