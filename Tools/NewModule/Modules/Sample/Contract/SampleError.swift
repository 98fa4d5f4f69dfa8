/// Why a note was not kept or cannot be read.
public enum SampleError: Error, Sendable, Hashable {
  /// There is nothing to keep: ask for a text.
  case empty
  /// The device does not keep it, for this reason; free some space and try again.
  case notKept(String)
  /// What was kept cannot be read, for this reason.
  case unreadable(String)
}
