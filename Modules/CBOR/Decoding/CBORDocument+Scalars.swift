#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number in a document.
enum CBORNumber {
  case integer(isNegative: Bool, magnitude: UInt128)
  case float(Double)
  /// A decimal fraction, as text with an exponent.
  case decimal(String)
}

extension CBORDocument {
  /// Returns the head of an item, with its innermost tag.
  @inline(__always)
  func head(at place: CBORPlace) -> CBORHead {
    guard place.offset < bytes.count else { return .null }
    let head = CBORHead(bytes, at: place.offset)
    return head.kind == .tag ? tagged(head) : head
  }

  private func tagged(_ first: CBORHead) -> CBORHead {
    var (head, tag) = (first, first.tag)
    while head.kind == .tag {
      tag = head.argument
      head = CBORHead(bytes, at: head.content)
    }
    head.tag = tag
    return head
  }

  func isNil(at place: CBORPlace) -> Bool { head(at: place).isNil }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at place: CBORPlace) throws(CBORFailure) -> T {
    let head = head(at: place)
    if head.kind == .unsigned, let value = T(exactly: head.argument) { return value }
    return try otherInteger(type, at: place)
  }

  @inline(never)
  private func otherInteger<T: FixedWidthInteger>(
    _ type: T.Type, at place: CBORPlace
  ) throws(CBORFailure) -> T {
    let value: T?
    switch try number(type, at: place) {
    case .integer(false, let magnitude): value = T(exactly: magnitude)
    case .integer(true, let magnitude):
      let fits = magnitude <= Int128.min.magnitude
      value = fits ? T(exactly: Int128(truncatingIfNeeded: 0 &- magnitude)) : nil
    case .float(let float) where float.magnitude < 0x1p53: value = T(exactly: float)
    // As in JSON, the digits count that a larger float is written with.
    case .float(let float):
      value = float.isFinite ? Decimal(string: "\(float)").flatMap { T("\($0)") } : nil
    case .decimal(let text): value = Decimal(string: text).flatMap { T("\($0)") }
    }
    guard let value else { throw doesNotFit(type, place) }
    return value
  }

  /// Reads a float; an integer or a decimal number is rounded to it.
  @inline(__always)
  func float<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type, at place: CBORPlace
  ) throws(CBORFailure) -> T {
    let head = head(at: place)
    if head.kind == .simple, head.info == 27 {
      let double = Double(bitPattern: head.argument)
      let value = T(double)
      if value.isFinite || !double.isFinite { return value }
    }
    return try otherFloat(type, at: place)
  }

  @inline(never)
  private func otherFloat<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type, at place: CBORPlace
  ) throws(CBORFailure) -> T {
    switch try number(type, at: place) {
    case .integer(let isNegative, let magnitude): return isNegative ? -T(magnitude) : T(magnitude)
    case .float(let float):
      let value = T(float)
      if value.isFinite || !float.isFinite { return value }
    case .decimal(let text):
      if let value = T(text), value.isFinite { return value }
    }
    throw doesNotFit(type, place)
  }

  func number(_ type: Any.Type, at place: CBORPlace) throws(CBORFailure) -> CBORNumber {
    let head = head(at: place)
    let argument = UInt128(head.argument)
    switch (head.kind, head.tag) {
    case (.unsigned, _): return .integer(isNegative: false, magnitude: argument)
    case (.negative, _): return .integer(isNegative: true, magnitude: argument + 1)
    case (.bytes, CBORTag.positive?), (.bytes, CBORTag.negative?):
      let digits = string(head).drop { $0 == 0 }
      guard digits.count <= 16 else { throw doesNotFit(type, place) }
      let argument = digits.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
      guard head.tag == CBORTag.negative else {
        return .integer(isNegative: false, magnitude: argument)
      }
      guard argument < .max else { throw doesNotFit(type, place) }
      return .integer(isNegative: true, magnitude: argument + 1)
    case (.array, CBORTag.decimal?):
      let (exponent, end) = content(of: place)
      guard head.content < end else { break }
      let mantissa = self.end(of: exponent)
      guard mantissa.offset < end, self.end(of: mantissa).offset == end,
        case .integer(let isNegative, let magnitude) = try number(type, at: mantissa)
      else { break }
      let power = try integer(Int16.self, at: exponent)
      return .decimal("\(isNegative ? "-" : "")\(magnitude)e\(power)")
    case (.simple, _):
      if let float = simpleFloat(head) { return .float(float) }
    default: break
    }
    throw mismatch(type, place)
  }

  /// Returns the float of any precision that a simple item is.
  func simpleFloat(_ head: CBORHead) -> Double? {
    switch head.info {
    case 25: CBORHalf.value(UInt16(truncatingIfNeeded: head.argument))
    case 26: Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
    case 27: Double(bitPattern: head.argument)
    default: nil
    }
  }

  // MARK: - Texts and bytes

  /// Reads a text; of bytes the text that `JSONEncoder` writes for them.
  @inline(__always)
  func text(at place: CBORPlace) throws(CBORFailure) -> String {
    let head = head(at: place)
    guard head.kind == .text else { return try otherText(at: place) }
    let utf8 = slice(head.content..<head.content + Int(head.argument))
    if utf8.isASCII {
      // The string is created in place, because `String(decoding:as:)` takes a hundred more
      // instructions for a short text.
      return String(unsafeUninitializedCapacity: utf8.count) { $0.initialize(fromContentsOf: utf8) }
    }
    // Creating the string repairs invalid UTF-8, so an invalid text differs from the input.
    // `String(validating:as:)` would detect it, too, but takes many times as long.
    let text = String(decoding: utf8, as: UTF8.self)
    guard text.withBytes({ $0.hasSameBytes(as: utf8) }) else {
      throw failure("The text is not valid UTF-8.", place)
    }
    return text
  }

  @inline(never)
  private func otherText(at place: CBORPlace) throws(CBORFailure) -> String {
    let head = head(at: place)
    guard head.kind == .bytes, !head.isNumber else { throw mismatch(String.self, place) }
    if head.tag == CBORTag.uuid { return try UUID.read(self, place).uuidString }
    return Data(string(head)).base64EncodedString()
  }

  /// The bytes of a byte string.
  func string(_ head: CBORHead) -> UnsafeBufferPointer<UInt8> {
    slice(head.content..<head.content + Int(head.argument))
  }

  // MARK: - Failures

  func mismatch(_ type: Any.Type, _ place: CBORPlace) -> CBORFailure {
    let head = head(at: place)
    return head.isNil
      ? failure("Found nil instead of \(type).", place, .missing(type))
      : failure("Found \(head.kind) instead of \(type).", place, .mismatch(type))
  }

  func doesNotFit(_ type: Any.Type, _ place: CBORPlace) -> CBORFailure {
    failure("The number does not fit \(type).", place)
  }

  func failure(
    _ reason: String, _ place: CBORPlace, _ kind: CBORFailure.Kind = .corrupted
  ) -> CBORFailure {
    CBORFailure("\(reason) (byte \(place.offset))", kind)
  }
}
