import Foundation

/// A check of the nesting depth of JSON text, by one pass over its bytes without recursion.
enum JSONDepth {
  static func isWithin(_ limit: Int, _ text: Data) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return true
  }
}

extension DecodingError {
  /// A one-line description: the coding path of the invalid value, and the reason of the error.
  ///
  /// The standard description of a `DecodingError` has several lines.
  var summary: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(Self.place(context.codingPath)): \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      "\(Self.place(context.codingPath + [key])): missing"
    @unknown default:
      "\(self)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "body" : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
