extension StyledLine {
  /// Returns the reports on stored files as yellow lines, wrapped to `columns`.
  ///
  /// A blank line follows them. The result is empty without reports.
  public static func reports(_ sentences: [String], columns: Int) -> [StyledLine] {
    let rows = sentences.flatMap { wrapped("! " + $0, columns: max(20, columns)) }
    return rows.map { StyledLine($0, .yellow) } + (rows.isEmpty ? [] : [""])
  }

  private static func wrapped(_ text: String, columns: Int) -> [String] {
    var rows: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      if let last = rows.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= columns {
        rows[rows.count - 1] += " " + word
      } else {
        rows.append(rows.isEmpty ? word : "  " + word)
      }
    }
    return rows
  }
}
