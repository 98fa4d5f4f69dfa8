/// An error of storing or loading a note.
public enum SampleError: Error, Sendable, Hashable {
  /// The note is empty: ask for a text.
  case empty
  /// The device could not store the note, for this reason; free some space and retry.
  case notKept(String)
  /// The stored note cannot be read, for this reason.
  case unreadable(String)
}
