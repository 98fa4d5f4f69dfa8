/// The policy for rewriting the file of a collection instead of appending changes.
enum Compaction {
  /// Whether more than a third of the changes in the file are obsolete.
  ///
  /// In a file of at most 256 KiB, 64 more changes are allowed; in a larger one, reading them costs
  /// too much. A change in its own record needs more bytes than one among many. The limit therefore
  /// leaves room for that, so that the file stays below twice the size of its content.
  static func isDue(changes: Int, parts: Int, size: Int = 0) -> Bool {
    changes > parts + parts / 2 + (size > 256 << 10 ? 0 : 64)
  }
}
