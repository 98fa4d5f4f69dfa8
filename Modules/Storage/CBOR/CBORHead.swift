/// The first bytes of every CBOR item (RFC 8949, section 3): what kind it is, and a number whose
/// meaning depends on the kind: a value, a length, a count, a tag, or the bits of a float.
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
  /// The low five bits of the first byte: the argument itself, or where to find it.
  let info: UInt8
  let argument: UInt64

  /// The length is not told; a break ends the item.
  var isIndefinite: Bool { info == Self.indefinite && kind != .simple }
  var isBreak: Bool { info == Self.indefinite && kind == .simple }
  var isNil: Bool { kind == .simple && (argument == 22 || argument == 23) && info < 24 }

  static let indefinite: UInt8 = 31
}

/// What the coder writes in place of a value, and the tags it knows (RFC 8949, section 3.4).
enum CBORConstant {
  static let null: UInt8 = 0xF6
  static let epochDate: UInt64 = 1
  static let url: UInt64 = 32
  static let uuid: UInt64 = 37

  /// How deep arrays and maps may lie in each other, written or read.
  ///
  /// Deep input must not end the process. In a debug build a level takes up to 6 KB of stack, by the type;
  /// in a thread of 256 KB that leaves room for 40. Real documents have fewer than ten levels.
  static let deepest = 32
}

/// A key of a coding path that no type declares: an index, or a dictionary's key.
struct CBORKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }

  static let `super` = CBORKey(stringValue: "super")
}
