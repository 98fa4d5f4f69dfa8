import Testing

@testable import ShowcaseKit

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Łódź", 4), ("Москва", 6), ("Қарағанды", 9), ("东京", 4), ("서울", 4), ("ｶﾅ", 2),
    ("Ａ", 2), ("e\u{301}", 1), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2),
    ("🇰🇿", 2), ("❤\u{FE0F}", 2), ("a\u{200B}b", 2), ("█░", 2),
  ])
  func `Letters have one column, East Asian and emoji characters two, marks none`(
    text: String, columns: Int
  ) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("Oslo", 6, "Oslo  "), ("Oslo", 4, "Oslo"), ("Oslo", 3, "Os…"), ("Oslo", 1, "…"),
    ("Oslo", 0, ""), ("东京都", 4, "东… "), ("", 2, "  "),
  ])
  func `Fitted text has exactly the requested columns`(text: String, columns: Int, fitted: String) {
    #expect(DisplayWidth.fit(text, to: columns) == fitted)
  }

  @Test(arguments: [
    ("\u{1B}]0;title\u{7}\u{9B}31m\r\n\t\u{0}\u{7F}\u{2028}", "�]0;title��31m������"),
    ("a\u{202E}b\u{2066}c\u{2069}\u{200E}\u{200F}\u{061C}d", "abcd"),
  ])
  func `No control character and no bidirectional control of a text reaches the terminal`(
    hostile: String, drawn: String
  ) {
    #expect(Line(hostile).rendered(columns: 100, colored: true).text == drawn)
    #expect(DisplayWidth.fit(hostile, to: DisplayWidth.of(drawn)) == drawn)
  }

  @Test func `Right-to-left names stay in their columns in every terminal`() {
    var grid = ScreenGrid(columns: 20, rows: 2)
    let rows: [Line] = ["\("› \(DisplayWidth.fit("دبي", to: 6))") \("الإمارات")|", "Łódź  |"]
    let bytes = Frame(lines: rows, size: .init(columns: 20, rows: 2), colored: true).bytes
    grid.take(Array(bytes.utf8))

    let cells = grid.lines[0].replacing("\u{200E}", with: "")
    #expect(cells == "› دبي    الإمارات|")
    // Each name has a left-to-right mark on either side.
    #expect(bytes.contains("\u{200E}› دبي   \u{200E} \u{200E}الإمارات\u{200E}|"))
    #expect(!Line("Łódź").rendered(columns: 9, colored: true).text.contains("\u{200E}"))
  }

  @Test
  func `A line is truncated to the columns, and nothing follows a truncated wide character`() {
    let line: Line = "ab\("东", .strong)c"

    #expect(line.rendered(columns: 3, colored: true) == ("ab\u{1B}[1m\u{1B}[0m", 2))
    #expect(line.rendered(columns: 5, colored: true).columns == 5)
  }

  @Test func `A frame replaces the previous one completely`() {
    var grid = ScreenGrid(columns: 5, rows: 3)
    let size = Terminal.Size(columns: 5, rows: 3)
    func show(_ lines: [Line]) {
      grid.take(Array(Frame(lines: lines, size: size, colored: true).bytes.utf8))
    }

    show(["12345678", "abcde", "东京都", "below"])
    #expect(grid.lines == ["12345", "abcde", "东京"])
    show(["x", "", "\("z", .selected)"])
    #expect(grid.lines == ["x", "", "z"])
    show(["only"])
    #expect(grid.lines == ["only", "", ""])
    show([])
    #expect(grid.lines == ["", "", ""])
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false), ([:], false),
    (["TERM": "vt100"], false), (["TERM": "xterm-mono"], false),
  ])
  func `Colors need a terminal that has them, and are off with NO_COLOR`(
    _ environment: [String: String], _ isColored: Bool
  ) {
    #expect(Terminal.isColored(environment) == isColored)
  }
}
