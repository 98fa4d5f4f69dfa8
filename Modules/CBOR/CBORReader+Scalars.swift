#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CBORReader {
  func readBool() throws -> Bool {
    let head = try untaggedHead()
    guard head.kind == .simple, head.info == 20 || head.info == 21 else {
      throw mismatch(Bool.self, head)
    }
    return head.info == 21
  }

  func readInteger<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    let head = try untaggedHead()
    let value: T?
    switch head.kind {
    case .unsigned: value = T(exactly: head.argument)
    case .negative:
      // The number is -1 - argument, which is the bitwise complement of the argument.
      value = Int64(exactly: head.argument).flatMap { T(exactly: ~$0) }
    default:
      guard let float = float(head) else { throw mismatch(type, head) }
      value = T(exactly: float)
    }
    guard let value else { throw corrupted("The number does not fit \(type).") }
    return value
  }

  func readDouble() throws -> Double {
    let head = try untaggedHead()
    let value: Double?
    switch head.kind {
    case .unsigned: value = Double(exactly: head.argument)
    case .negative: value = Int64(exactly: head.argument).flatMap { Double(exactly: ~$0) }
    default:
      guard let float = float(head) else { throw mismatch(Double.self, head) }
      value = float
    }
    guard let value else { throw corrupted("The number does not fit Double.") }
    return value
  }

  /// Reads a number, rounded like `Float(_:)`; throws if rounding would result in infinity.
  func readFloat() throws -> Float {
    let double = try readDouble()
    let float = Float(double)
    guard float.isFinite || !double.isFinite else {
      throw corrupted("The number does not fit Float.")
    }
    return float
  }

  func float(_ head: CBORHead) -> Double? {
    guard head.kind == .simple else { return nil }
    switch head.info {
    case 25: return Double(CBORFloat.value(half: UInt16(truncatingIfNeeded: head.argument)))
    case 26: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
    case 27: return Double(bitPattern: head.argument)
    default: return nil
    }
  }

  func readText() throws -> String {
    let head = try untaggedHead()
    guard head.kind == .text else { throw mismatch(String.self, head) }
    guard head.isIndefinite else { return try text(range(head)) }
    var whole = ""
    try forEachChunk(of: .text) { whole += try text($0) }
    return whole
  }

  func text(_ range: Range<Int>) throws -> String {
    guard bytes.isASCII(range) else { return try unicodeText(range) }
    // The string is created in place, because `String(decoding:as:)` takes a hundred more instructions
    // for a short text.
    return bytes.withElements(range) { utf8 in
      String(unsafeUninitializedCapacity: utf8.count) { $0.initialize(fromContentsOf: utf8) }
    }
  }

  private func unicodeText(_ range: Range<Int>) throws -> String {
    let text = bytes.withElements(range) { String(decoding: $0, as: UTF8.self) }
    // Creating the string repairs invalid UTF-8, so an invalid text differs from the input.
    // `String(validating:as:)` would detect it, too, but takes many times as long.
    let isSame = text.withBytes {
      $0.count == range.count && bytes.contains($0, at: range.lowerBound)
    }
    guard isSame else { throw corrupted("The text is not valid UTF-8.") }
    return text
  }

  func readBytes() throws -> Data {
    let head = try untaggedHead()
    guard head.kind == .bytes else { throw mismatch(Data.self, head) }
    guard head.isIndefinite else { return try data(range(head)) }
    var whole = Data()
    try forEachChunk(of: .bytes) { whole.append(data($0)) }
    return whole
  }

  private func data(_ range: Range<Int>) -> Data { bytes.withElements(range) { Data($0) } }

  /// Calls `body` for each chunk of an indefinite-length string, up to the break byte.
  func forEachChunk(of kind: CBORHead.Kind, _ body: (Range<Int>) throws -> Void) throws {
    while try !readBreak() {
      let chunk = try head()
      guard chunk.kind == kind, !chunk.isIndefinite else {
        throw corrupted("A string contains an item that is not a chunk of it.")
      }
      try body(range(chunk))
    }
  }

  func mismatch(_ type: Any.Type, _ head: CBORHead) -> DecodingError {
    let place = "(before byte \(offset))"
    if head.isNil {
      return .valueNotFound(
        type, .init(codingPath: [], debugDescription: "Found nil instead of \(type) \(place)"))
    }
    if head.isBreak { return corrupted("Found a break outside any container.") }
    return .typeMismatch(
      type,
      .init(codingPath: [], debugDescription: "Found \(head.kind) instead of \(type) \(place)"))
  }
}
