#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A lossless conversion of any CBOR to JSON.
///
/// <doc:FileFormat> describes the conversion: a CBOR item that JSON cannot express becomes an
/// object with a key that begins with `$`.
struct CBORJSON {
  /// The maximum length of the JSON text, in bytes.
  ///
  /// The length is limited, because one byte of CBOR can become many bytes of JSON.
  static let longest = StorageClass.largestFile

  private var room: Int

  /// Returns the JSON text of one CBOR item, or `nil` if the text would exceed ``longest``.
  static func text(of data: Data) throws(DecodingFailure) -> String? {
    var room = longest
    return try text(of: data, level: 0, room: &room)
  }

  /// Returns the JSON text of one CBOR item, indented for the nesting level `level`.
  ///
  /// `room` is the number of bytes that the text may have. The method subtracts the length of the text
  /// from `room`, and returns `nil` when the text would be longer.
  static func text(
    of data: Data, level: Int, room: inout Int
  ) throws(DecodingFailure) -> String? {
    let item = try CBORItem(decoding: data)
    var json = CBORJSON(room: room)
    do throws(TooLong) {
      let text = try json.text(of: item, at: level)
      room = json.room
      return text
    } catch {
      return nil
    }
  }

  private struct TooLong: Error {}

  /// Subtracts the length of an entry and of its indentation from `room`, the number of bytes that the
  /// text may still have.
  ///
  /// - Throws: `TooLong` if `room` is then negative.
  private mutating func spend(_ bytes: Int, at level: Int) throws(TooLong) {
    room -= bytes + 2 * level + 2
    try demand(0)
  }

  /// Throws if a text of this length would exceed `room`; called before the text is created.
  private func demand(_ bytes: Int) throws(TooLong) {
    if bytes > room { throw TooLong() }
  }

  private mutating func text(of item: CBORItem, at level: Int) throws(TooLong) -> String {
    switch item {
    case .tagged(let tags, let item):
      for _ in tags { try spend(1, at: level) }
      let value = try text(of: item, at: level + 1)
      let list = JSONText.array(tags.map { "\($0)" }, level: level + 1)
      return JSONText.object([("$tags", list), ("$value", value)], level: level)
    case .array(let items):
      var texts: [String] = []
      try spend(2, at: level)
      for item in items { texts.append(try text(of: item, at: level + 1)) }
      return JSONText.array(texts, level: level)
    case .map(let entries):
      try spend(2, at: level)
      return try map(entries, at: level)
    default:
      let text = try scalar(item, at: level)
      try spend(text.utf8.count, at: level)
      return text
    }
  }

  private mutating func map(
    _ items: [(key: CBORItem, value: CBORItem)], at level: Int
  ) throws(TooLong) -> String {
    var entries: [(key: String, value: String)] = []
    var keys: Set<String> = []
    var isObject = true
    for item in items {
      let key = try text(of: item.key, at: level + 1)
      entries.append((key, try text(of: item.value, at: level + 1)))
      let isText = key.utf8.first == UInt8(ascii: "\"") && !key.utf8.starts(with: "\"$".utf8)
      isObject = isObject && isText && keys.insert(key).inserted
    }
    if isObject {
      return JSONText.object(entries.map { "\($0.key): \($0.value)" }, level: level)
    }
    // The pairs are one level deeper than the fields of an object.
    let pairs = entries.map { JSONText.indented("[\($0.key), \($0.value)]") }
    return JSONText.object([("$map", JSONText.array(pairs, level: level + 1))], level: level)
  }

  private func scalar(_ item: CBORItem, at level: Int) throws(TooLong) -> String {
    switch item {
    case .unsigned(let number): return "\(number)"
    case .negative(let argument): return "-\(UInt128(argument) + 1)"
    case .text(let text): return JSONText.string(text)
    case .bytes(let bytes):
      try demand(2 * bytes.count)
      let digits = bytes.reduce(into: "") { digits, byte in
        digits += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      return JSONText.object([("$bytes", JSONText.string(digits))], level: level)
    case .float(let float) where float.isFinite: return "\(float)"
    case .float(let float):
      let word = float.isNaN ? "NaN" : float < 0 ? "-Infinity" : "Infinity"
      return JSONText.object([("$float", JSONText.string(word))])
    case .simple(20): return "false"
    case .simple(21): return "true"
    case .simple(22): return JSONText.null
    case .simple(let value): return JSONText.object([("$simple", "\(value)")])
    case .array, .map, .tagged: return ""
    }
  }
}
