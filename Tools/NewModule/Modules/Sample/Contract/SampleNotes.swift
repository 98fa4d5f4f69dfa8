/// What a screen of this module sees: a note that the user keeps.
///
/// What was kept survives the process. May be used from any task; each call waits for its turn.
public protocol SampleNotes: Sendable {
  /// The note that was kept last; `nil` before the first.
  func note() async throws(SampleError) -> String?

  /// Keeps a note in place of the one before.
  ///
  /// - Throws: ``SampleError/empty`` for white space alone. After any error the note before stays.
  func keep(_ note: String) async throws(SampleError)
}
