/// When a collection is better written whole than change by change.
enum Compaction {
  /// Whether more than a third of what has been written would be of no use any more; a few changes are
  /// always worth appending, unless the file is so large that reading them costs more.
  ///
  /// A change written by itself takes more bytes than one among many, so that the file stays below
  /// twice what is in it.
  static func isDue(changes: Int, parts: Int, size: Int = 0) -> Bool {
    changes > parts + parts / 2 + (size > 256 << 10 ? 0 : 64)
  }
}
