/// One full screen as the bytes that draw it over the one before.
struct Frame {
  let lines: [StyledLine]
  let size: Terminal.Size
  let colored: Bool

  /// Overwrites every row in place: clearing the screen first would flicker.
  var bytes: String {
    var bytes = "\u{1B}[H"
    for (row, line) in lines.prefix(size.rows).enumerated() {
      let (text, columns) = line.rendered(columns: size.columns, colored: colored)
      bytes += row == 0 ? text : "\r\n\(text)"
      // At the right edge the cursor still stands on the last character, which would be cleared.
      if columns < size.columns { bytes += "\u{1B}[K" }
    }
    if lines.count < size.rows { bytes += lines.isEmpty ? "\u{1B}[J" : "\r\n\u{1B}[J" }
    return bytes
  }
}
