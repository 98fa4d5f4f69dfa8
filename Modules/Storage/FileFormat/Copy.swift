/// What a write made of the file that the previous release reads.
///
/// That file is written after the own one, so a crash between the two leaves it as it was found.
struct Copy: Sendable, Equatable {
  static let none = Copy(found: .none, left: .none)

  /// How far ahead of what it found a copy is numbered: more than that release will ever write, so
  /// that the number tells whether its writes began from the copy.
  static let stride: UInt64 = 1 << 32

  var found: Mark
  /// The same mark when no copy was made.
  var left: Mark

  /// Whether the file was written by a release that did not know of this write.
  func isForeign(_ mark: Mark) -> Bool {
    mark != found && mark != left
  }

  /// Whether a release that left the file in this state had seen what this write put there.
  func wasSeen(before mark: Mark) -> Bool {
    left != found && mark.sequence > left.sequence
  }
}
