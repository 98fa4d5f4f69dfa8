#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any CBOR as text for people: the diagnostic notation of RFC 8949, section 8.
///
/// Floats are spelled as Swift does; everything else as the RFC.
enum CBORDiagnostic {
  static func text(of data: Data) throws -> String {
    let reader = CBORReader(data)
    var text = ""
    try reader.describe(into: &text, inside: 0)
    guard reader.offset == reader.bytes.count else {
      throw reader.corrupted("Something follows the value.")
    }
    return text
  }
}

extension CBORReader {
  fileprivate func describe(into text: inout String, inside level: Int) throws {
    var head = try head()
    var tags = 0
    while head.kind == .tag {
      text += "\(head.argument)("
      tags += 1
      head = try self.head()
    }
    switch head.kind {
    case .unsigned, .tag: text += "\(head.argument)"
    case .negative: text += "-\(UInt128(head.argument) + 1)"
    case .bytes, .text: try describeString(head, into: &text)
    case .array: try describeEntries(head, "[", "]", into: &text, inside: deeper(than: level))
    case .map: try describeEntries(head, "{", "}", into: &text, inside: deeper(than: level))
    case .simple: try text += simple(head)
    }
    text += String(repeating: ")", count: tags)
  }

  private func describeString(_ head: CBORHead, into text: inout String) throws {
    guard head.isIndefinite else {
      return try text += string(head.kind, range(head))
    }
    var chunks: [String] = []
    try forEachChunk(of: head.kind) { chunks.append(try string(head.kind, $0)) }
    text += "(_ \(chunks.joined(separator: ", ")))"
  }

  private func string(_ kind: CBORHead.Kind, _ range: Range<Int>) throws -> String {
    if kind == .text { return try text(range).debugDescription }
    let digits = range.map { String(bytes[$0] >> 4, radix: 16) + String(bytes[$0] & 15, radix: 16) }
    return "h'\(digits.joined())'"
  }

  private func describeEntries(
    _ head: CBORHead, _ opening: String, _ closing: String, into text: inout String,
    inside level: Int
  ) throws {
    self.level = level - 1
    let isMap = head.kind == .map
    text += opening + (head.isIndefinite ? "_ " : "")
    for index in 0..<(try count(head, width: isMap ? 2 : 1)) {
      if index > 0 { text += ", " }
      try describe(into: &text, inside: level)
      guard isMap else { continue }
      text += ": "
      try describe(into: &text, inside: level)
    }
    if head.isIndefinite { offset += 1 }
    text += closing
  }

  private func simple(_ head: CBORHead) throws -> String {
    if head.isBreak { throw corrupted("A break outside of any container.") }
    if let float = float(head) {
      if float.isInfinite { return float < 0 ? "-Infinity" : "Infinity" }
      return float.isNaN ? "NaN" : "\(float)"
    }
    switch head.argument {
    case 20: return "false"
    case 21: return "true"
    case 22: return "null"
    case 23: return "undefined"
    default: return "simple(\(head.argument))"
    }
  }
}
