/// The module's view for a screen: a note stored by the user.
///
/// The note survives the process. All calls may be made from any task and run one at a time.
public protocol SampleNotes: Sendable {
  /// Returns the last stored note, or `nil` if none was stored.
  ///
  /// - Throws: ``SampleError/unreadable(_:)``.
  func note() async throws(SampleError) -> String?

  /// Stores a note, which replaces the previous one.
  ///
  /// - Throws: ``SampleError/empty`` if the note contains only white space, or
  ///   ``SampleError/notKept(_:)``. The previous note remains, except when the disk holds the new
  ///   note but has not confirmed it.
  func keep(_ note: String) async throws(SampleError)
}
