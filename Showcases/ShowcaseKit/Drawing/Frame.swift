/// The content of the whole terminal window, encoded as the bytes that replace the previous content.
struct Frame {
  let lines: [Line]
  let size: Terminal.Size
  let colored: Bool

  /// The escape sequences and the text that draw the frame.
  ///
  /// They overwrite each row in place, because the screen would flicker if it were cleared first.
  var bytes: String {
    var bytes = "\u{1B}[H"
    for (row, line) in lines.prefix(size.rows).enumerated() {
      let (text, columns) = line.rendered(columns: size.columns, colored: colored)
      bytes += row == 0 ? text : "\r\n\(text)"
      // `ESC [K` erases the row from the cursor to the end. After a full row, the cursor is still on
      // the last character, so `ESC [K` would erase that character.
      if columns < size.columns { bytes += "\u{1B}[K" }
    }
    if lines.count < size.rows { bytes += lines.isEmpty ? "\u{1B}[J" : "\r\n\u{1B}[J" }
    return bytes
  }
}
