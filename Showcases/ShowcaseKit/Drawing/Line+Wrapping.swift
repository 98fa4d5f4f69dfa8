extension Line {
  /// Returns the line in rows of at most `columns`, broken between words.
  ///
  /// Each row begins with `indent` spaces, and a row other than the first with two more. Only a word that
  /// is wider than a row is cut by the window.
  func wrapped(columns: Int, indent: Int = 0) -> [Line] {
    let text = text
    let margin = indent + text.prefix { $0 == " " }.count
    guard DisplayWidth.of(text) + indent > columns else { return [indented(by: indent)] }
    var words: [Line] = []
    for span in spans {
      for (index, word) in span.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 || words.isEmpty { words.append(Line()) }
        words[words.count - 1].append(String(word), span.tone)
      }
    }
    // An empty line between two spaces is kept, so that columns stay apart.
    let rows = Self.joined(Array(words.drop { $0 == "" }), by: " ", columns: columns - margin - 2)
    return rows.enumerated().map { $1.indented(by: $0 == 0 ? margin : margin + 2) }
  }

  /// Returns some lines one after the other, in rows of at most `columns`.
  static func joined(_ parts: [Line], by separator: String = "  ", columns: Int) -> [Line] {
    var rows: [Line] = []
    var used = 0
    for part in parts {
      let width = DisplayWidth.of(part.text) + separator.count
      if rows.isEmpty || used + width > columns {
        rows.append(part)
        used = width - separator.count
      } else {
        // The space has the tone of the word before it, so that a selected row has no gaps.
        rows[rows.count - 1].append(separator, rows[rows.count - 1].spans.last?.tone ?? .plain)
        for span in part.spans { rows[rows.count - 1].append(span.text, span.tone) }
        used += width
      }
    }
    return rows
  }

  private func indented(by count: Int) -> Line {
    guard count > 0 else { return self }
    var line = Line(
      String(repeating: " ", count: count), spans.first?.tone == .selected ? .selected : .plain)
    for span in spans { line.append(span.text, span.tone) }
    return line
  }
}
