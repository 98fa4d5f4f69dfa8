import Foundation
import Testing

@testable import CBOR

@Suite("CBOR: hostile input")
struct CBORHostileInputTests {
  /// Decoding functions, one for each code path of the decoder.
  static let readings: [@Sendable (Data) throws -> Void] = [
    reading(Int.self), reading(UInt8.self), reading(Double.self), reading(Float.self),
    reading(Bool.self), reading(String.self), reading(Data.self), reading(Date.self),
    reading(URL.self), reading(UUID.self), reading(Decimal.self), reading([Int?].self),
    reading([String].self), reading([String: Int].self), reading([Int: String].self),
    reading([EveryField.Name: Int].self), reading([EveryField.Pair: Int].self),
    reading(Set<String>.self), reading([EveryField.Pair].self), reading(EveryField.Event.self),
    reading(EveryField.Tree.self), reading(AnyValue.self), reading(EveryField.self),
    reading(CBORCodableTests.Nested.self), readingAsItems,
    reading(Ignored.self),
  ]

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  private static func reading<T: Decodable & SendableMetatype>(_ type: T.Type)
    -> @Sendable (Data) throws -> Void
  {
    { _ = try CBORDecoder().decode(T.self, from: $0) }
  }

  static let readingAsItems: @Sendable (Data) throws -> Void = { _ = try CBORItem(decoding: $0) }

  private func expectRefused(_ documents: [String]) {
    for hex in documents {
      let document = Data(hex: hex)
      for read in Self.readings {
        #expect(throws: DecodingError.self, "\(hex)") { try read(document) }
      }
    }
  }

  @Test func `A count or length beyond the end is rejected before memory is allocated`() {
    // Arrays of 2^60 elements, texts of 2^63 bytes, maps of 2^40 entries.
    expectRefused([
      "9b1000000000000000", "9bffffffffffffffff", "7b8000000000000000", "5bffffffffffffffff",
      "bb0000010000000000", "bbffffffffffffffff", "819b1000000000000000",
      "a16178bb8000000000000000", "9a0001000000", "830001",
    ])
  }

  @Test func `Malformed lengths, breaks, chunks and simple values are rejected`() {
    for major in 0..<8 {
      for info in 28..<31 {
        let head = String(major << 5 | info, radix: 16)
        // As many bytes as a longer argument would have.
        expectRefused([head, head + String(repeating: "00", count: 1 << (info - 24))])
      }
    }
    expectRefused([
      "ff", "81ff", "a1ff00", "a16178ff", "bf6178ff", "1f", "3f",
      "3f" + String(repeating: "00", count: 31), "a16178", "826161", "df00", "5f6161ff",
      "7f4161ff", "7f7f6161ffff", "7f7f6161ff", "5f5f4161ff", "f818", "f81f", "f800", "fc", "",
      "9f", "bf", "7f", "c1", String(repeating: "c1", count: 20_000),
    ])
  }

  @Test func `Bytes after the value are rejected`() throws {
    for read in Self.readings {
      #expect(throws: DecodingError.self) { try read(Data(hex: "0000")) }
      #expect(throws: DecodingError.self) { try read(Data(hex: "f6ff")) }
    }
    #expect(throws: DecodingError.self) { try decoded([Int].self, "810100") }
    #expect(throws: DecodingError.self) { try decoded([Int].self, "9f01ffff") }
  }

  @Test func `Invalid UTF-8 is rejected instead of repaired`() {
    let broken = [
      "ff", "c3", "c0af", "eda080", "f4908080", "e6b0", "80", "f09f8d",
      // The repaired text has the same length and the same end.
      "f09f8d6161616161616161", "61f09f8d6161616161616161616161",
    ]
    for utf8 in broken {
      let text = String(0x60 + utf8.count / 2, radix: 16) + utf8
      #expect(throws: DecodingError.self) { try decoded(String.self, text) }
      #expect(throws: DecodingError.self) { try decoded([String].self, "826161\(text)") }
      #expect(throws: DecodingError.self) { try decoded([String: Int].self, "a1\(text)01") }
      #expect(throws: DecodingError.self) { try decoded(AnyValue.self, "a1\(text)01") }
      #expect(throws: DecodingError.self) { try decoded(String.self, "7f\(text)ff") }
    }
    // RFC 8949, section 3.2.3: a character must not be split between chunks.
    #expect(throws: DecodingError.self) { try decoded(String.self, "7f61c361bcff") }
    // U+FFFD itself, the replacement character of repaired text, is valid.
    #expect(throws: Never.self) { try decoded(String.self, "63efbfbd") }
  }

  @Test func `A duplicate key is rejected, whether it is requested or not`() {
    let documents = [
      "a3617801617902617803", "a3617801617801617902", "a4617a01617801617902617a03",
      "bf617801617902617803ff", "a361780161790278017803",
    ]
    for hex in documents {
      #expect(throws: DecodingError.self, "\(hex)") { try decoded(EveryField.Pair.self, hex) }
      #expect(throws: DecodingError.self, "\(hex)") { try decoded([String: Int].self, hex) }
      #expect(throws: DecodingError.self, "\(hex)") {
        try decoded([EveryField.Pair].self, "81\(hex)")
      }
    }
    #expect(throws: DecodingError.self) {
      // The payload of a case is a nested container.
      try decoded(EveryField.Event.self, "a1656d6f766564a3617801617902617803")
    }
    #expect(throws: DecodingError.self) { try decoded([Int: Int].self, "a201010102") }
    #expect(throws: DecodingError.self) { try decoded([Int: Int].self, "a20101180102") }
    let many = (0..<40).map { "6261" + String(0x61 + $0 % 26, radix: 16) + "00" }.joined()
    #expect(throws: DecodingError.self) { try decoded(EveryField.Pair.self, "b828\(many)") }
  }

  @Test func `Every truncated document is rejected`() throws {
    var generator = SeededGenerator(seed: 4)
    let bytes = try CBOREncoder().encode(EveryField.random(&generator))
    for length in 0..<bytes.count {
      #expect(throws: DecodingError.self) {
        try CBORDecoder().decode(EveryField.self, from: bytes.prefix(length))
      }
    }
  }

  @Test func `A slice of Data with other indices is decoded`() throws {
    let bytes = Data(hex: "ffff83010203").dropFirst(2)
    #expect(try CBORDecoder().decode([Int].self, from: bytes) == [1, 2, 3])
  }
}

/// A type that decodes any value by trying one type after another, as is common for JSON.
enum AnyValue: Codable, Equatable {
  case null, bool(Bool), int(Int), double(Double), text(String)
  case list([AnyValue]), map([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func attempt<T: Decodable>(_ type: T.Type) throws -> T? {
      do {
        return try container.decode(type)
      } catch DecodingError.typeMismatch {
        return nil
      }
    }
    if container.decodeNil() {
      self = .null
    } else if let bool = try attempt(Bool.self) {
      self = .bool(bool)
    } else if let double = try attempt(Double.self) {
      self = .double(double)
    } else if let text = try attempt(String.self) {
      self = .text(text)
    } else if let list = try attempt([AnyValue].self) {
      self = .list(list)
    } else {
      self = .map(try container.decode([String: AnyValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .double(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .map(let map): try container.encode(map)
    }
  }
}
