import Foundation
import Testing

@testable import CBOR

extension Data {
  /// Creates data from hexadecimal digits; ignores spaces.
  init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
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

extension CBORKey: ExpressibleByStringLiteral {
  /// Creates the key with this name.
  public init(stringLiteral: String) { self.init(stringValue: stringLiteral) }
}

extension Encoder {
  func fields() -> KeyedEncodingContainer<CBORKey> { container(keyedBy: CBORKey.self) }
}

extension Decoder {
  func fields() throws -> KeyedDecodingContainer<CBORKey> { try container(keyedBy: CBORKey.self) }
}

extension DecodingError {
  var kind: String {
    switch self {
    case .typeMismatch: "typeMismatch"
    case .valueNotFound: "valueNotFound"
    case .keyNotFound(let key, _): "keyNotFound \(key.stringValue)"
    case .dataCorrupted: "dataCorrupted"
    @unknown default: "unknown"
    }
  }

  /// The coding path of the error, as text.
  var path: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}
