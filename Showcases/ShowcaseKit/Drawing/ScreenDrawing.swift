/// Draws a ``Screen`` in a terminal of a size, as lines from top to bottom.
///
/// The header, the field or the message, and the keys stay; the content scrolls, so that the selected row
/// is visible. In a window that is too small for all of it, the content stays longest.
struct ScreenDrawing {
  private let screen: Screen
  private let columns: Int
  private let rows: Int

  init(_ screen: Screen, _ size: Terminal.Size) {
    self.screen = screen
    columns = max(20, size.columns)
    rows = size.rows
  }

  var lines: [Line] {
    let (body, selected) = body
    let footer = Array(footer.prefix(rows < 3 ? 0 : max(1, rows / 2 - 1)))
    let content = min(body.count, max(3, rows / 3))
    let header = Array(header.prefix(rows < 3 ? 0 : max(1, rows - footer.count - content)))
    let room = max(1, rows - header.count - footer.count)
    let first = max(0, min(selected - room / 2, body.count - room))
    let shown = body[first..<min(first + room, body.count)]
    return header + shown + Array(repeating: "", count: room - shown.count) + footer
  }

  // MARK: Header

  private var header: [Line] {
    let names: [Line] =
      screen.pages.isEmpty
      ? [Line(screen.title, .title)]
      : screen.pages.map { $0 == screen.title ? Line("[\($0)]", .title) : Line($0, .faint) }
    let news = [Line(screen.detail, .strong), Line(screen.activity, .faint)]
    let troubles = screen.troubles.map { Line("[\($0)]", .bad) }
    let title = Line.joined((names + news + troubles).filter { $0 != "" }, columns: columns)
    let status = wrapped(Line(screen.status, .faint))
    let reports = screen.reports.flatMap { wrapped(Line("! \($0)", .pending)) }
    let event = screen.event == "" ? "" : Line(DisplayWidth.fit(screen.event, to: columns), .faint)
    return title + status + [event] + reports + (reports.isEmpty ? [] : [""])
  }

  // MARK: Content

  /// The lines of all sections, and the index of the first line of the selected row.
  private var body: (lines: [Line], selected: Int) {
    var (lines, place): ([Line], Int) = ([], 0)
    for section in screen.sections {
      let widths = widths(of: section.rows)
      if !lines.isEmpty { lines.append("") }
      lines += [section.title].compactMap(\.self)
      for (index, row) in section.rows.enumerated() {
        let isSelected = section.first + index == screen.selected
        if isSelected { place = lines.count }
        lines += drawn(row, widths, isSelected: isSelected)
      }
      lines += section.lines.flatMap { wrapped($0, indent: 2) }
    }
    return (lines, place)
  }

  /// Returns the widths of the columns of some rows; the last cell of a row is as wide as its text.
  private func widths(of rows: [Screen.Row]) -> [Int] {
    rows.reduce(into: []) { widths, row in
      for (index, cell) in row.cells.enumerated() {
        let isLast = index == row.cells.count - 1 && row.text == nil
        let width = isLast ? 0 : min(DisplayWidth.of(cell), columns / 2)
        if index < widths.count {
          widths[index] = max(widths[index], width)
        } else {
          widths.append(width)
        }
      }
    }
  }

  private func drawn(_ row: Screen.Row, _ widths: [Int], isSelected: Bool) -> [Line] {
    // A row in which the user is typing is marked by its cursor.
    let tone: Tone = isSelected ? (row.text == nil ? .selected : .strong) : row.tone
    var line = Line(isSelected ? "› " : "  ", tone)
    for (index, cell) in row.cells.enumerated() {
      let isLast = index == row.cells.count - 1 && row.text == nil
      line.append(isLast ? cell : DisplayWidth.fit(cell, to: widths[index]) + "  ", tone)
    }
    if let text = row.text {
      line.append(text, isSelected ? .strong : .plain)
      if isSelected { line.append("▏", .accent) }
    }
    if row.remark != "" {
      line.append("  ", tone)
      for span in row.remark.spans { line.append(span.text, tone == .selected ? tone : span.tone) }
    }
    return wrapped(line, indent: 0) + row.lines.flatMap { wrapped($0, indent: 4) }
  }

  // MARK: Footer

  private var footer: [Line] {
    let message = Array(wrapped(Line(screen.message, .pending)).prefix(3))
    let field = screen.field.map {
      wrapped("\($0.label): \($0.text, .strong)\("▏", .accent)").suffix(2)
    }
    let above = message.isEmpty && field == nil ? [""] : message + (field ?? [])
    let keys = screen.keys.flatMap { group in
      Line.joined(
        group.map { "\($0.name, .accent)\(" \($0.words)", .faint)" }, columns: columns)
    }
    return above + keys.prefix(max(1, rows / 3 - 1))
  }

  private func wrapped(_ line: Line, indent: Int = 0) -> [Line] {
    line == "" ? [] : line.wrapped(columns: columns, indent: indent)
  }
}
