/// Line breaking between words.
enum TextWrap {
  /// Returns the lines of a text, wrapped to `columns`; all but the first begin with `indent` spaces.
  static func lines(_ text: String, columns: Int, indent: Int) -> [String] {
    lines(text.split(separator: " ").map(String.init), separator: " ", columns: columns - indent)
      .enumerated().map { number, words in
        String(repeating: " ", count: number == 0 ? 0 : indent) + words.joined(separator: " ")
      }
  }

  /// Distributes `parts`, such as words, over lines of at most `columns`.
  ///
  /// Returns the parts of each line. A part that is wider than `columns` is alone in its line. No part
  /// is broken.
  static func lines(_ parts: [String], separator: String, columns: Int) -> [[String]] {
    var lines: [[String]] = []
    var used = 0
    for part in parts {
      let width = separator.count + DisplayWidth.of(part)
      if lines.isEmpty || used + width > columns {
        lines.append([part])
        used = width - separator.count
      } else {
        lines[lines.count - 1].append(part)
        used += width
      }
    }
    return lines
  }
}
