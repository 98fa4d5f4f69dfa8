import Testing

@testable import ShowcaseKit

/// Tests of the layout that all full-screen showcases share.
struct ScreenLayoutTests {
  private let keys = [["↑↓ select", "Enter open the selected product", "q quit"], ["^O offline"]]

  private func lines(
    _ columns: Int, _ rows: Int, _ body: [StyledLine] = [], selected: Int = 0, message: String = ""
  ) -> [String] {
    ScreenLayout(
      Terminal.Size(columns: columns, rows: rows), header: "Title", reports: [], message: message,
      keys: keys
    ).lines(body, selected: selected).map { $0.rendered(columns: columns, colored: false).text }
      .map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
  }

  @Test func `key help wraps between its entries, and each group begins a line`() {
    #expect(
      lines(50, 12).suffix(2) == [
        "↑↓ select  Enter open the selected product  q quit", "^O offline",
      ])
    #expect(
      lines(45, 12).suffix(3) == [
        "↑↓ select  Enter open the selected product", "q quit", "^O offline",
      ])
  }

  @Test func `a screen fills its window, and its key help takes at most a third`() {
    for (columns, rows) in [(80, 24), (20, 9), (20, 5), (1, 3)] {
      #expect(lines(columns, rows, ["body"]).count == max(rows, 5))
    }
    #expect(lines(20, 9).suffix(2) == ["↑↓ select", "Enter open the selec"])
  }

  @Test func `a row that is too long is wrapped`() {
    let text = "2 × Margherita, ½ Pepperoni  ₸4 500"
    func row(_ columns: Int) -> [String] {
      StyledLine.row(text, isSelected: true, columns: columns)
        .map { $0.rendered(columns: columns, colored: false).text }
        .map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    }
    #expect(row(40) == ["› \(text)"])
    #expect(row(24) == ["› 2 × Margherita, ½", "    Pepperoni ₸4 500"])
  }

  @Test func `a body that is too long is scrolled to the selected line`() {
    let body = (0..<50).map { StyledLine("row \($0)") }
    #expect(lines(80, 10, body).contains("row 0"))
    #expect(lines(80, 10, body, selected: 25).contains("row 25"))
    #expect(lines(80, 10, body, selected: 49).contains("row 49"))
  }

  @Test func `a long message wraps to at most three lines`() {
    let message = String(repeating: "word ", count: 100)
    #expect(lines(40, 24, message: message).count { $0.contains("word") } == 3)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false), ([:], false),
    (["TERM": "vt100"], false), (["TERM": "xterm-mono"], false),
  ])
  func `colors need a terminal that has them, and are off with NO_COLOR`(
    _ environment: [String: String], _ isColored: Bool
  ) {
    #expect(Terminal.isColored(environment) == isColored)
  }
}
