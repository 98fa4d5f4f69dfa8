/// JSON text formatted for people: on one line if it fits, otherwise one entry per line.
///
/// Each level is indented by two spaces.
enum JSONText {
  static let null = "null"
  private static let columns = 100

  static func number(_ value: (some BinaryInteger)?) -> String {
    value.map { "\($0)" } ?? null
  }

  static func array(_ items: [String], level: Int = 0) -> String {
    block("[", items, "]", level)
  }

  /// Returns an object with these fields, at the indentation `level`.
  ///
  /// The keys must not contain characters that need escaping.
  static func object(_ fields: [(key: String, value: String)], level: Int = 0) -> String {
    object(fields.map { "\"\($0.key)\": \($0.value)" }, level: level)
  }

  /// Returns an object with these fields, each formatted as `"key": value`.
  static func object(_ fields: [String], level: Int) -> String {
    block("{", fields, "}", level)
  }

  /// Indents all lines of a JSON text except the first, so that the text can be the value of a member.
  static func indented(_ text: String) -> String {
    // Line feeds inside strings are escaped, so every line feed ends a line.
    text.split(separator: "\n").joined(separator: "\n  ")
  }

  private static func block(
    _ opening: String, _ items: [String], _ closing: String, _ level: Int
  ) -> String {
    let length = items.reduce(2 * level) { $0 + $1.utf8.count + 2 }
    if length <= columns, !items.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) {
      return opening + items.joined(separator: ", ") + closing
    }
    let indent = "\n" + String(repeating: "  ", count: level)
    return opening + indent + "  " + items.joined(separator: "," + indent + "  ") + indent + closing
  }

  /// Returns a quoted string in which characters that could control a terminal are escaped.
  static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isSteering(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Whether a scalar is a control character, a line break outside ASCII, or changes the text
  /// direction.
  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
