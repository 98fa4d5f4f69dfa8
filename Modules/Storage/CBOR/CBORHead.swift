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
  /// The low five bits of the first byte: the argument itself, or the width of the argument that
  /// follows.
  let info: UInt8
  let argument: UInt64

  /// Whether the item has no length and ends at a break.
  var isIndefinite: Bool { info == Self.indefinite && kind != .simple }
  var isBreak: Bool { info == Self.indefinite && kind == .simple }
  var isNil: Bool { kind == .simple && (argument == 22 || argument == 23) && info < 24 }

  static let indefinite: UInt8 = 31
}

/// The byte for nil, the tags that the coder uses (RFC 8949, section 3.4), and the depth limit.
enum CBORConstant {
  static let null: UInt8 = 0xF6
  static let epochDate: UInt64 = 1
  static let url: UInt64 = 32
  static let uuid: UInt64 = 37

  /// The maximum nesting of arrays and maps, in encoding and in decoding.
  ///
  /// Deeply nested input must not overflow the stack. In a debug build, a level uses up to 6 KB of
  /// stack, depending on the type, so a thread with 256 KB has room for 40. Real documents have
  /// fewer than ten levels.
  static let deepest = 32
}

/// A key of a coding path that no type declares: an index or the key of a dictionary.
struct CBORKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }

  static let `super` = CBORKey(stringValue: "super")
}
