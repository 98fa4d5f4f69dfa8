import Storage

/// What is kept of a note: this module's storage choice.
///
/// The user wrote it, so it is state of the user's; a write that fails is told, since nothing in memory
/// stands in for it.
struct KeptNote: Codable, Sendable, Equatable {
  var text: String

  static func repository(in directory: StorageDirectory) -> SingleRepository<KeptNote> {
    SingleRepository(
      .file("sample-note"), class: .userState, schema: Schema(KeptNote.self), in: directory)
  }
}
