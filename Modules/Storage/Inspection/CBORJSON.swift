#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A lossless conversion of any CBOR to JSON.
///
/// <doc:FileFormat> describes the conversion: a CBOR item that JSON cannot express becomes an
/// object with a key that begins with `$`.
final class CBORJSON {
  /// The maximum length of the JSON text, in bytes.
  ///
  /// The length is limited, because one byte of CBOR can become many bytes of JSON.
  static let longest = StorageClass.largestFile

  let reader: CBORReader
  private var room: Int

  private init(_ data: Data, room: Int) {
    reader = CBORReader()
    self.room = room
    data.withUnsafeBytes {
      $0.withMemoryRebound(to: UInt8.self, reader.bytes.append(contentsOf:))
    }
  }

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
    let json = CBORJSON(data, room: room)
    do {
      let text = try json.item(inside: 0, at: level)
      guard json.reader.offset == json.reader.bytes.count else {
        throw json.reader.corrupted("The document continues after the value.")
      }
      room = json.room
      return text
    } catch is TooLong {
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      throw .undecodable(context.debugDescription)
    } catch {
      throw .undecodable("\(error)")
    }
  }

  private struct TooLong: Error {}

  /// Subtracts the length of an entry and of its indentation from `room`, the number of bytes that the
  /// text may still have.
  ///
  /// - Throws: `TooLong` if `room` is then negative.
  func spend(_ bytes: Int, at level: Int) throws {
    room -= bytes + 2 * level + 2
    try demand(0)
  }

  /// Throws if a text of this length would exceed `room`; called before the text is created.
  func demand(_ bytes: Int) throws {
    if bytes > room { throw TooLong() }
  }

  private func item(inside depth: Int, at level: Int) throws -> String {
    var tags: [String] = []
    var start = reader.offset
    var head = try reader.head()
    while head.kind == .tag {
      try spend(1, at: level)
      tags.append("\(head.argument)")
      start = reader.offset
      head = try reader.head()
    }
    guard tags.isEmpty else {
      reader.offset = start
      let value = try item(inside: depth, at: level + 1)
      let list = JSONText.array(tags, level: level + 1)
      return JSONText.object([("$tags", list), ("$value", value)], level: level)
    }
    switch head.kind {
    case .array: return try array(head, inside: reader.deeper(than: depth), at: level)
    case .map: return try map(head, inside: reader.deeper(than: depth), at: level)
    default:
      let text = try scalar(head, from: start, at: level)
      try spend(text.utf8.count, at: level)
      return text
    }
  }

  private func array(_ head: CBORHead, inside depth: Int, at level: Int) throws -> String {
    var items: [String] = []
    try spend(2, at: level)
    try forEachEntry(of: head, width: 1) {
      items.append(try item(inside: depth, at: level + 1))
    }
    return JSONText.array(items, level: level)
  }

  private func map(_ head: CBORHead, inside depth: Int, at level: Int) throws -> String {
    var entries: [(key: String, value: String)] = []
    var keys: Set<String> = []
    var isObject = true
    try spend(2, at: level)
    try forEachEntry(of: head, width: 2) {
      let key = try item(inside: depth, at: level + 1)
      entries.append((key, try item(inside: depth, at: level + 1)))
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

  /// Calls `body` for each entry of a container.
  ///
  /// The head of an indefinite-length container does not contain the number of entries. So the method
  /// reads entries up to the break byte. Counting the entries first would read a nested entry once more
  /// for each container around it.
  private func forEachEntry(
    of head: CBORHead, width: Int, _ body: () throws -> Void
  ) throws {
    guard head.isIndefinite else {
      for _ in 0..<(try reader.count(head, width: width)) { try body() }
      return
    }
    while try !reader.readBreak() { try body() }
  }
}

extension CBORJSON {
  func scalar(_ head: CBORHead, from start: Int, at level: Int) throws -> String {
    switch head.kind {
    case .negative: return "-\(UInt128(head.argument) + 1)"
    case .text:
      reader.offset = start
      return JSONText.string(try reader.readText())
    case .bytes:
      reader.offset = start
      let bytes = try reader.readBytes()
      try demand(2 * bytes.count)
      let digits = bytes.reduce(into: "") { digits, byte in
        digits += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      return JSONText.object([("$bytes", JSONText.string(digits))], level: level)
    case .simple: return try simple(head)
    default: return "\(head.argument)"
    }
  }

  private func simple(_ head: CBORHead) throws -> String {
    if head.isBreak { throw reader.corrupted("Found a break outside any container.") }
    if let float = reader.float(head) {
      if float.isFinite { return "\(float)" }
      let word = float.isNaN ? "NaN" : float < 0 ? "-Infinity" : "Infinity"
      return JSONText.object([("$float", JSONText.string(word))])
    }
    switch head.argument {
    case 20: return "false"
    case 21: return "true"
    case 22: return JSONText.null
    default: return JSONText.object([("$simple", "\(head.argument)")])
    }
  }
}
