/// The state of the previous release's file before and after a write.
///
/// That file is written after this release's own file. A crash between the two writes leaves it in
/// the state `found`.
struct Copy: Sendable, Equatable {
  static let none = Copy(found: .none, left: .none)

  /// The distance of a copy's sequence number from that of the file it replaces.
  ///
  /// It is larger than the number of writes that any release makes. The sequence number therefore
  /// shows whether the writes of the previous release started from the copy.
  static let stride: UInt64 = 1 << 32

  var found: FileStamp
  /// The stamp after the write; equal to `found` when no copy was made.
  var left: FileStamp

  /// Whether the previous release has written the file since, without this release's knowledge.
  func isForeign(_ stamp: FileStamp) -> Bool {
    stamp != found && stamp != left
  }

  /// Whether the previous release had read this write's copy before it left the file with this
  /// stamp.
  func wasSeen(before stamp: FileStamp) -> Bool {
    left != found && stamp.sequence > left.sequence
  }
}
