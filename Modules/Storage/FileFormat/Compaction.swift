/// When a collection is better written whole than change by change.
enum Compaction {
  /// Whether more than half of what has been written would be of no use any more; a few changes are
  /// always worth appending.
  static func isDue(changes: Int, parts: Int) -> Bool {
    changes > 2 * parts + 64
  }
}
