/// When a collection is better written whole than change by change.
enum Compaction {
  /// Whether more than half of what has been written would be of no use any more; a few changes are
  /// always worth appending, unless the file is so large that reading them costs more.
  static func isDue(changes: Int, parts: Int, size: Int = 0) -> Bool {
    changes > 2 * parts + (size > 256 << 10 ? 0 : 64)
  }
}
