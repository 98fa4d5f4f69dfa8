import CBOR
import Foundation
import Testing

extension Data {
  /// Creates data from hexadecimal digits.
  init(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    self.init(
      stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  var hex: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

func encodedHex(_ value: some Encodable) throws -> String { try CBOREncoder().encode(value).hex }

func decoded<T: Decodable>(_ type: T.Type = T.self, _ hex: String) throws -> T {
  try CBORDecoder().decode(type, from: Data(hex: hex))
}

func roundTrip<T: Codable>(_ value: T) throws -> T {
  try CBORDecoder().decode(T.self, from: CBOREncoder().encode(value))
}

/// Decodes a document whose values of the type ``Scripted`` are decoded by `read`.
func decoding<T: Decodable>(
  _ hex: String, as type: T.Type = Scripted.self, _ read: @escaping (any Decoder) throws -> Void
) throws {
  let key = try #require(Scripted.key)
  _ = try CBORDecoder(userInfo: [key: Scripted.Reading(read: read)])
    .decode(type, from: Data(hex: hex))
}

/// A value that is encoded and decoded by closures, so that a test need not declare a type.
struct Scripted: Codable {
  /// The closure is called by the thread that decodes.
  fileprivate struct Reading: @unchecked Sendable {
    let read: (any Decoder) throws -> Void
  }

  fileprivate static let key = CodingUserInfoKey(rawValue: "script")
  private let write: (any Encoder) throws -> Void

  init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }

  init(from decoder: any Decoder) throws {
    write = { _ in }
    try #require(Self.key.flatMap { decoder.userInfo[$0] as? Reading }).read(decoder)
  }

  func encode(to encoder: any Encoder) throws { try write(encoder) }
}

/// A key of any name.
struct Name: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  init(stringLiteral: String) { stringValue = stringLiteral }
}

extension Encoder {
  func fields() -> KeyedEncodingContainer<Name> { container(keyedBy: Name.self) }
}

extension Decoder {
  func fields() throws -> KeyedDecodingContainer<Name> { try container(keyedBy: Name.self) }
}

struct Pair: Codable, Hashable {
  var x, y: Int
}

enum Suit: String, Codable { case hearts, spades }

struct Tree: Codable, Equatable {
  var id: Int
  var children: [Tree]

  /// Returns a chain with so many arrays and maps, one inside the other.
  static func chain(_ levels: Int) -> Tree {
    (1..<levels / 2).reduce(Tree(id: 0, children: [])) { Tree(id: $1, children: [$0]) }
  }
}

/// Any value, as a decoder without a type of the app sees it.
enum AnyValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int128)
  case number(Double)
  case text(String)
  case list([AnyValue])
  case map([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    func read<T: Decodable>(_ type: T.Type) -> T? {
      do { return try value.decode(type) } catch { return nil }
    }
    if value.decodeNil() {
      self = .null
    } else if let bool = read(Bool.self) {
      self = .bool(bool)
    } else if let integer = read(Int128.self) {
      self = .integer(integer)
    } else if let number = read(Double.self) {
      self = .number(number)
    } else if let text = read(String.self) {
      self = .text(text)
    } else if let list = read([AnyValue].self) {
      self = .list(list)
    } else {
      self = .map(try value.decode([String: AnyValue].self))
    }
  }
}
