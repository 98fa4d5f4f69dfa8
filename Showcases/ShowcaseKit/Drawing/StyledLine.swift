/// One line on the screen, made of pieces that each have a style.
///
/// A string literal can style the interpolated values: `"\(city, .bold)  \(country, .dim)"`. The text
/// may be untrusted: control characters are replaced when the line is drawn.
public struct StyledLine: Sendable, Hashable {
  private var pieces: [Piece] = []

  private struct Piece: Sendable, Hashable {
    let text: String
    let style: Style
  }

  /// Creates a line of one piece.
  public init(_ text: String = "", _ style: Style = []) {
    append(text, style)
  }

  /// Appends a piece.
  public mutating func append(_ text: String, _ style: Style = []) {
    pieces.append(Piece(text: text, style: style))
  }

  /// Returns the bytes that draw the line, truncated to `columns`, and the number of used columns.
  ///
  /// If `colored` is `false`, the bytes contain no colors.
  func rendered(columns: Int, colored: Bool) -> (text: String, columns: Int) {
    var text = ""
    var used = 0
    for piece in pieces {
      let whole = PrintableText.singleLine(piece.text)
      let shown = DisplayWidth.prefix(of: whole, columns: columns - used)
      let sequence = piece.style.sequence(colored: colored)
      let placed = PrintableText.inPlace(shown)
      text += sequence.isEmpty ? placed : "\(sequence)\(placed)\u{1B}[0m"
      used += DisplayWidth.of(shown)
      // The line is full. If a character of two columns did not fit, one column is still free, but a
      // later piece must not fill it.
      if shown.utf8.count < whole.utf8.count { break }
    }
    return (text, used)
  }
}

extension StyledLine: ExpressibleByStringInterpolation {
  /// Creates a line of plain text.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a line from the pieces of a literal.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.line }

  /// Collector of the pieces of an interpolated string literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var line = StyledLine()

    /// Creates a collector without pieces.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends plain text.
    public mutating func appendLiteral(_ literal: String) { line.append(literal) }

    /// Appends the description of a value in a style.
    public mutating func appendInterpolation(_ value: some Any, _ style: Style = []) {
      line.append("\(value)", style)
    }

    /// Appends the names of a device's current failures in red, such as `[offline]`.
    public mutating func appendInterpolation(troubles: [String]) {
      line.append(troubles.map { "[\($0)]" }.joined(separator: " "), .red)
    }
  }
}
