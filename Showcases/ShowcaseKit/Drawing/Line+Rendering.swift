extension Line {
  /// Returns the line with escape sequences, truncated to `columns`, and the number of used columns.
  func rendered(columns: Int, colored: Bool) -> (text: String, columns: Int) {
    var text = ""
    var used = 0
    for span in spans {
      let whole = PrintableText.singleLine(span.text)
      let shown = DisplayWidth.prefix(of: whole, columns: columns - used)
      let sequence = span.tone.sequence(colored: colored)
      let placed = PrintableText.inPlace(shown)
      text += sequence.isEmpty ? placed : "\(sequence)\(placed)\u{1B}[0m"
      used += DisplayWidth.of(shown)
      // The line is full. If a character of two columns did not fit, one column is still free, but a
      // later part must not fill it.
      if shown.utf8.count < whole.utf8.count { break }
    }
    return (text, used)
  }
}
