/// One line of a ``Screen``, with a tone for each part.
///
/// A string literal creates a line, and an interpolated value can have a tone:
///
/// ```swift
/// let line: Line = "Garlic sauce  \("sold out", .bad)"
/// ```
public struct Line: Codable, Sendable, Hashable {
  /// A part of a line in one tone.
  public struct Span: Codable, Sendable, Hashable {
    /// The text, which must not contain line breaks.
    public let text: String
    /// The tone of the text.
    public let tone: Tone
  }

  /// The parts, from left to right.
  public private(set) var spans: [Span] = []

  /// Creates a line from one part.
  public init(_ text: String = "", _ tone: Tone = .plain) {
    append(text, tone)
  }

  /// Adds a part at the end; an empty text adds nothing.
  public mutating func append(_ text: String, _ tone: Tone = .plain) {
    if !text.isEmpty { spans.append(Span(text: text, tone: tone)) }
  }

  /// The text without its tones.
  public var text: String { spans.map(\.text).joined() }
}

extension Line: ExpressibleByStringInterpolation {
  /// Creates a line of plain text.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a line from an interpolated string.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.line }

  /// The parts of an interpolated line.
  public struct StringInterpolation: StringInterpolationProtocol {
    var line = Line()

    /// Creates an interpolation without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds plain text.
    public mutating func appendLiteral(_ literal: String) { line.append(literal) }

    /// Adds the text of a value in a tone.
    public mutating func appendInterpolation(_ value: some Any, _ tone: Tone = .plain) {
      line.append("\(value)", tone)
    }
  }
}
