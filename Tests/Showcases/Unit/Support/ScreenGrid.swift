import ShowcaseKit

/// The content of a terminal's screen, computed from the bytes that a showcase writes.
///
/// Supports what a showcase writes: the cursor goes to the first cell, clearing begins at the cursor, and
/// the screen is the alternate one. Colors and unknown sequences are ignored, so that no sequence appears
/// as text.
struct ScreenGrid: Sendable, CustomStringConvertible {
  private(set) var isAlternate = false
  private(set) var isCursorVisible = true

  private var columns: Int
  private var rows: Int
  private var cells: [[String]]
  private var primary: [[String]] = []
  private var row = 0
  private var column = 0
  private var wraps = true
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
  }

  /// The rows without trailing spaces.
  var lines: [String] {
    cells.map { row in
      let text = row.joined()
      return String(text.prefix(text.lastIndex { $0 != " " }.map { text[...$0].count } ?? 0))
    }
  }

  /// All rows, joined by line breaks.
  var text: String { lines.joined(separator: "\n") }

  /// The text, for a failed expectation.
  var description: String { text }

  func contains(_ text: String) -> Bool {
    lines.contains { $0.contains(text) }
  }

  /// Changes the size and clears the screen, because every showcase then redraws it.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    (row, column) = (0, 0)
    cells = Self.blank(columns, rows)
    primary = cells
  }

  /// Applies the bytes of one read, which may end within a character or a sequence.
  mutating func take(_ bytes: [UInt8]) {
    pending += bytes
    while let length = nextLength() {
      let unit = pending.prefix(length)
      pending.removeFirst(length)
      switch unit.first {
      case 0x1B: follow(Array(unit))
      case 0x0D: column = 0
      case 0x0A: breakLine()
      case 0x08: column = max(0, column - 1)
      default: put(String(decoding: unit, as: UTF8.self))
      }
    }
  }

  /// Returns the length of the first sequence or character, or `nil` if it is incomplete.
  private func nextLength() -> Int? {
    guard let first = pending.first else { return nil }
    let length: Int
    switch first {
    case 0x1B:
      guard pending.count > 1 else { return nil }
      guard pending[1] == UInt8(ascii: "[") else { return 2 }
      return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case 0xF0...: length = 4
    case 0xE0...: length = 3
    case 0xC0...: length = 2
    default: length = 1
    }
    return pending.count < length ? nil : length
  }

  private mutating func put(_ text: String) {
    let width = DisplayWidth.of(text)
    guard width > 0 else {
      // A combining mark joins the character before it.
      let last = cells[row][..<min(column, columns)].lastIndex { !$0.isEmpty }
      if let last { cells[row][last] += text }
      return
    }
    if column + width > columns {
      if wraps { (column, _) = (0, breakLine()) } else { column = columns - width }
    }
    for offset in 0..<width { cells[row][column + offset] = offset == 0 ? text : "" }
    column += width
  }

  private mutating func breakLine() {
    if row < rows - 1 {
      row += 1
    } else {
      cells.removeFirst()
      cells += Self.blank(columns, 1)
    }
  }
}

extension ScreenGrid {
  private mutating func follow(_ sequence: [UInt8]) {
    guard sequence.count > 2, let final = sequence.last else { return }
    let parameters = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
    if parameters.hasPrefix("?") {
      return setMode(String(parameters.dropFirst()), to: final == UInt8(ascii: "h"))
    }
    switch final {
    case UInt8(ascii: "H"): (row, column) = (0, 0)
    case UInt8(ascii: "J"):
      clearLine()
      cells.replaceSubrange((row + 1)..., with: Self.blank(columns, rows - row - 1))
    case UInt8(ascii: "K"): clearLine()
    default: break
    }
  }

  private mutating func setMode(_ mode: String, to isOn: Bool) {
    switch mode {
    case "7": wraps = isOn
    case "25": isCursorVisible = isOn
    case "1049" where isOn != isAlternate:
      isAlternate = isOn
      if isOn { primary = cells }
      cells = isOn ? Self.blank(columns, rows) : primary
    default: break
    }
  }

  /// Clears the line from the cursor.
  ///
  /// After the last column the cursor is still on that column, as in a real terminal. A program
  /// that clears from there erases the last character.
  private mutating func clearLine() {
    for index in min(column, columns - 1)..<columns { cells[row][index] = " " }
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }
}
