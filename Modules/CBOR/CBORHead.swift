/// The first bytes of a CBOR item (RFC 8949, section 3).
///
/// The kind defines the meaning of the argument: a value, a length, a count, a tag, or the bits of
/// a float.
struct CBORHead {
  enum Kind: UInt8 { case unsigned, negative, bytes, text, array, map, tag, simple }

  let kind: Kind
  /// The low five bits of the first byte: the argument itself, or a code for the argument's length.
  let info: UInt8
  let argument: UInt64
  /// The innermost tag of the item.
  var tag: UInt64?
  /// The offset of the content, behind the head.
  let content: Int

  var isNil: Bool { kind == .simple && (info == 22 || info == 23) }

  /// Whether bytes or an array are a number (RFC 8949, sections 3.4.3 and 3.4.4).
  var isNumber: Bool {
    switch kind {
    case .bytes: tag == CBORTag.positive || tag == CBORTag.negative
    case .array: tag == CBORTag.decimal
    default: false
    }
  }

  static let null = CBORHead(kind: .simple, info: 22, argument: 22, tag: nil, content: 0)
}

/// Constants of the encoding.
enum CBORConstant {
  static let null: UInt8 = 0xF6

  /// The maximum nesting of arrays and maps, as in `JSONDecoder`.
  static let maximumDepth = 512
}

/// The tags that have a meaning here (RFC 8949, section 3.4); every other tag is ignored.
enum CBORTag {
  static let epochDate: UInt64 = 1
  static let positive: UInt64 = 2
  static let negative: UInt64 = 3
  static let decimal: UInt64 = 4
  static let uuid: UInt64 = 37
}

/// Conversions of half-precision floats, because `Float16` does not exist on every supported Mac.
enum CBORHalf {
  /// Returns the bits of the half-precision float that equals `value` exactly, or `nil`.
  ///
  /// Every NaN becomes the NaN that RFC 8949, section 4.2.2 recommends.
  static func bits(_ value: Float) -> UInt16? {
    if value.isNaN { return 0x7E00 }
    // Scaled by the difference of the biases of the exponents, a float has the bits of the half.
    let magnitude = UInt16(min((value.magnitude * 0x1p-112).bitPattern >> 13, 0x7C00))
    let bits = value.sign == .minus ? magnitude | 0x8000 : magnitude
    return Self.value(bits) == Double(value) ? bits : nil
  }

  static func value(_ bits: UInt16) -> Double {
    let magnitude = Double(Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112)
    let isFinite = bits & 0x7C00 != 0x7C00
    let value = isFinite ? magnitude : bits & 0x3FF == 0 ? .infinity : .nan
    return bits & 0x8000 == 0 ? value : -value
  }
}
