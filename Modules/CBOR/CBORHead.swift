/// The first bytes of a CBOR item (RFC 8949, section 3): its kind and its argument.
///
/// The kind defines the meaning of the argument: a value, a length, a count, a tag, or the bits of
/// a float.
struct CBORHead {
  enum Kind: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple

    @inline(__always)
    init(of initial: UInt8) {
      switch initial >> 5 {
      case 0: self = .unsigned
      case 1: self = .negative
      case 2: self = .bytes
      case 3: self = .text
      case 4: self = .array
      case 5: self = .map
      case 6: self = .tag
      default: self = .simple
      }
    }
  }

  let kind: Kind
  /// The low five bits of the first byte: the argument itself, or a code for the argument's length.
  let info: UInt8
  let argument: UInt64

  /// Whether a string, an array or a map has an indefinite length and ends at the break byte `0xFF` (RFC
  /// 8949, section 3.2).
  var isIndefinite: Bool { info == Self.indefinite }
  var isBreak: Bool { info == Self.indefinite && kind == .simple }
  var isNil: Bool { kind == .simple && (info == 22 || info == 23) }

  static let indefinite: UInt8 = 31
}

/// Constants for CBOR: the byte for nil, the tags that this module uses (RFC 8949, section 3.4), and
/// the depth limit.
enum CBORConstant {
  static let null: UInt8 = 0xF6
  static let epochDate: UInt64 = 1
  static let url: UInt64 = 32
  static let uuid: UInt64 = 37

  /// The maximum nesting of arrays and maps, in encoding and in decoding.
  ///
  /// The limit prevents deeply nested input from overflowing the stack. In a debug build, a level uses
  /// up to 6 KB of stack. So all levels fit into a stack of 256 KB. Real documents have fewer than ten
  /// levels.
  static let maximumDepth = 32
}

/// A key of a coding path for an array index or a dictionary key.
struct CBORKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }

  static let `super` = CBORKey(stringValue: "super")
}

/// Conversions of half-precision floats, because `Float16` does not exist on every supported Mac.
enum CBORFloat {
  /// Returns the bits of the half-precision float that equals `value` exactly, or `nil`.
  ///
  /// Every NaN becomes the NaN that RFC 8949, section 4.2.2 recommends.
  static func half(_ value: Float) -> UInt16? {
    let sign = UInt16(value.bitPattern >> 31) << 15
    let fraction = value.bitPattern & 0x7F_FFFF
    let exponent = Int(value.bitPattern >> 23 & 0xFF) - 127
    switch exponent {
    case -127 where fraction == 0: return sign
    case 128: return fraction == 0 ? sign | 0x7C00 : 0x7E00
    case -14...15 where fraction & 0x1FFF == 0:
      return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
    case -24 ... -15:
      let whole = fraction | 0x80_0000
      let lost = -exponent - 1
      return whole & (1 << lost - 1) == 0 ? sign | UInt16(whole >> lost) : nil
    default: return nil
    }
  }

  static func value(half bits: UInt16) -> Float {
    let fraction = Float(bits & 0x3FF)
    let magnitude: Float
    switch Int(bits >> 10 & 0x1F) {
    case 0: magnitude = fraction * 0x1p-24
    case 31: magnitude = fraction == 0 ? .infinity : .nan
    case let exponent:
      magnitude = Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction * 0x1p-10)
    }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }
}
