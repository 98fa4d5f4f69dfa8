#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    if head.kind == .negative, let value = T(exactly: ~Int128(head.argument)) { return value }
    let digits = try digits(type, at: place)
    // The digits of a float have a fraction or an exponent.
    guard let value = T(digits) ?? Decimal(string: digits).flatMap({ T("\($0)") }) else {
      throw doesNotFit(type, place)
    }
    return value
  }

  /// Reads a float; a number that is none is rounded to it.
  @inline(__always)
  func float<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type, at place: CBORPlace
  ) throws(CBORFailure) -> T {
    let head = head(at: place)
    if head.kind == .simple, let double = simpleFloat(head) {
      let value = T(double)
      let error = double - Double(value)
      // In the middle between two floats, the digits tell which one is nearer.
      let isMiddle = error != 0 && T(exactly: double + error) != nil
      if !isMiddle, value.isFinite || !double.isFinite { return value }
    }
    let digits = try digits(type, at: place)
    guard let value = T(digits), value.isFinite else { throw doesNotFit(type, place) }
    return value
  }

  /// Returns the digits of a number, which count for a number of another type, as in JSON.
  func digits(_ type: Any.Type, at place: CBORPlace) throws(CBORFailure) -> String {
    let head = head(at: place)
    switch (head.kind, head.tag) {
    case (.unsigned, _): return "\(head.argument)"
    case (.negative, _): return "\(~Int128(head.argument))"
    case (.bytes, CBORTag.positive?), (.bytes, CBORTag.negative?):
      let bytes = string(head).drop { $0 == 0 }
      let argument = bytes.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
      let isNegative = head.tag == CBORTag.negative
      guard bytes.count <= 16, !isNegative || argument < .max else { throw doesNotFit(type, place) }
      return isNegative ? "-\(argument + 1)" : "\(argument)"
    case (.array, CBORTag.decimal?):
      let (exponent, end) = content(of: place)
      guard head.content < end else { break }
      let mantissa = self.end(of: exponent)
      guard mantissa.offset < end, self.end(of: mantissa).offset == end,
        ![.array, .simple].contains(self.head(at: mantissa).kind)
      else { break }
      return try "\(digits(type, at: mantissa))e\(integer(Int16.self, at: exponent))"
    case (.simple, _):
      guard let float = simpleFloat(head) else { break }
      guard float.isFinite else { throw doesNotFit(type, place) }
      return "\(float)"
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
    // As in JSON, a null is no `Bool`, but the absence of any other value.
    return head.isNil && type != Bool.self
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
