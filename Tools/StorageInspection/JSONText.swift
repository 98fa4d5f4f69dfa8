import Foundation

/// The JSON text of a CBOR item, on one line.
///
/// An item that JSON cannot express becomes an object with a key that begins with `$`.
struct JSONText {
  let text: String

  init(quoting string: String) {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where Self.isControl(scalar): text += Self.escaped(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    self.text = text + "\""
  }

  init(_ item: CBORItem) {
    text =
      switch item {
      case .unsigned(let number): "\(number)"
      case .negative(let argument): "-\(UInt128(argument) + 1)"
      case .text(let text): JSONText(quoting: text).text
      case .bytes(let bytes):
        #"{"$bytes": "\#(bytes.map { String(format: "%02x", $0) }.joined())"}"#
      case .array(let items): "[\(items.map { JSONText($0).text }.joined(separator: ", "))]"
      case .map(let entries): Self.map(entries)
      case .tagged(let tags, let item): #"{"$tags": \#(tags), "$value": \#(JSONText(item).text)}"#
      case .float(let float) where float.isFinite: "\(float)"
      case .float(let float):
        #"{"$float": "\#(float.isNaN ? "NaN" : float < 0 ? "-Infinity" : "Infinity")"}"#
      case .simple(20): "false"
      case .simple(21): "true"
      case .simple(22): "null"
      case .simple(let value): #"{"$simple": \#(value)}"#
      }
  }

  private static func map(_ entries: [(key: CBORItem, value: CBORItem)]) -> String {
    var keys: Set<String> = []
    let isObject = entries.allSatisfy { entry in
      guard case .text(let key) = entry.key else { return false }
      return !key.hasPrefix("$") && keys.insert(key).inserted
    }
    let pairs = entries.map { (JSONText($0.key).text, JSONText($0.value).text) }
    if isObject { return "{\(pairs.map { "\($0): \($1)" }.joined(separator: ", "))}" }
    return #"{"$map": [\#(pairs.map { "[\($0), \($1)]" }.joined(separator: ", "))]}"#
  }

  /// Whether a terminal could take a character for a command, or show the text in another order.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { String(format: "\\u%04x", $0) }.joined()
  }
}
