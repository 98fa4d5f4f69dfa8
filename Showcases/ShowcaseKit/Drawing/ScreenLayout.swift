/// The layout of every full-screen showcase: a header, a body, a message and the key help.
///
/// The key help lists the keys that the user can press.
public struct ScreenLayout {
  private let size: Terminal.Size
  private let header: [StyledLine]
  private let footer: [StyledLine]

  /// Creates the layout of a window.
  ///
  /// - Parameters:
  ///   - size: The size of the window. The key help occupies at most a third of the rows.
  ///   - header: The line at the top.
  ///   - status: The status of the app's data, below the header.
  ///   - reports: The sentences about damaged files, shown below the status.
  ///   - message: The latest message, above the key help.
  ///   - input: The text field that is shown in place of the message; `nil` shows the message.
  ///   - keys: The groups of key help, each entry as `KEY action`. Each group begins a line.
  public init(
    _ size: Terminal.Size, header: StyledLine, status: String = "", reports: [String],
    message: String, input: StyledLine? = nil, keys: [[String]]
  ) {
    self.size = size
    let columns = max(20, size.columns)
    let warnings = reports.flatMap { StyledLine.wrapped("! \($0)", .yellow, columns: columns) }
    self.header =
      [header] + StyledLine.wrapped(status, .dim, columns: columns) + [""] + warnings
      + (warnings.isEmpty ? [] : [""])
    let help = keys.flatMap { entries in
      TextWrap.lines(entries, separator: "  ", columns: columns).map(StyledLine.init(keys:))
    }
    let above =
      input.map { [$0] }
      ?? (message.isEmpty ? [""] : StyledLine.wrapped(message, .yellow, columns: columns))
    footer = Array(above.prefix(3)) + Array(help.prefix(max(1, size.rows / 3 - 1)))
  }

  /// The number of rows for the body.
  public var rows: Int { max(1, size.rows - header.count - footer.count) }

  /// Returns the lines of the whole screen, with `body` between the header and the message.
  ///
  /// `selected` is the index of a line in `body`. A body that is too long is scrolled until this
  /// line is visible.
  public func lines(_ body: [StyledLine], selected: Int = 0) -> [StyledLine] {
    let first = max(0, min(selected - rows / 2, body.count - rows))
    let shown = body[first..<min(first + rows, body.count)]
    return header + shown + Array(repeating: "", count: rows - shown.count) + footer
  }
}

extension StyledLine {
  /// Creates a line of key help from entries such as `Enter open`.
  fileprivate init(keys entries: [String]) {
    self.init()
    for (index, entry) in entries.enumerated() {
      let key = entry.prefix { $0 != " " }
      append((index == 0 ? "" : "  ") + key, .cyan)
      append(String(entry.dropFirst(key.count)), .dim)
    }
  }

  /// Returns the lines of a text, wrapped to `columns`.
  ///
  /// The first line begins with `indent` spaces, and each further line with two spaces more.
  public static func wrapped(
    _ text: String, _ style: Style, columns: Int, indent: Int = 0
  ) -> [StyledLine] {
    TextWrap.lines(text, columns: max(20, columns) - indent, indent: 2).map {
      StyledLine(String(repeating: " ", count: indent) + $0, style)
    }
  }

  /// Returns the lines of a list row, wrapped to `columns`; the lines of a selected row are marked.
  public static func row(
    _ text: String, isSelected: Bool, _ style: Style = [], columns: Int
  ) -> [StyledLine] {
    let room = max(20, columns) - 2
    let lines =
      DisplayWidth.of(text) <= room ? [text] : TextWrap.lines(text, columns: room, indent: 2)
    return lines.enumerated().map { number, line in
      number == 0
        ? StyledLine(row: line, isSelected: isSelected, style)
        : StyledLine("  \(line)", isSelected ? .inverse : style)
    }
  }

  /// Creates the line of a list row; a selected row is marked.
  public init(row text: String, isSelected: Bool, _ style: Style = []) {
    self = isSelected ? StyledLine("› \(text)", .inverse) : StyledLine("  \(text)", style)
  }
}
