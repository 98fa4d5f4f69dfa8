import Foundation
import Testing

@testable import CBOR

@Suite("CBOR: documents of other versions")
struct CBOREvolutionTests {
  struct Old: Codable, Equatable {
    var id = 1
    var gone = ["x": [1, 2]]
    var name = "n"
    var price = 10
  }

  struct New: Codable, Equatable {
    var price: Double
    var added: String?
    var name: String
    var id: Int8
  }

  @Test func `A document with another set, order or width of fields is decoded`() throws {
    let documents = Array(repeating: Old(), count: 3)

    let read = try CBORDecoder().decode([New].self, from: CBOREncoder().encode(documents))

    #expect(read == Array(repeating: New(price: 10, added: nil, name: "n", id: 1), count: 3))
  }

  @Test func `Every field can be found again after the last one was decoded`() throws {
    // Two keys are not in the document; `nine` has the length and the first and last letter of `name`.
    let keys: [CBORKey] = ["id", "gone", "name", "price", "nine", "absent"]
    try decoding(encodedHex([Old(), Old()]), as: [Scripted].self) { decoder in
      let fields = try decoder.fields()
      for _ in 1...2 {
        let found = try keys.filter {
          try fields.decodeIfPresent(AnyValue.self, forKey: $0) != nil
        }
        #expect(found.map(\.stringValue) == ["id", "gone", "name", "price"])
      }
    }
  }

  @Test(arguments: [
    ("82a2617801617902a261780161796162", "typeMismatch", ["1", "y"]),
    ("81a26178f6617902", "valueNotFound", ["0", "x"]),
    // A break is no value of another type.
    ("81a26178ff617902", "dataCorrupted", ["0", "x"]),
    ("82a2617801617902a1617801", "keyNotFound y", ["1"]),
  ])
  func `The error of a value that is of another type, nil, invalid or missing has its coding path`(
    hex: String, kind: String, path: [String]
  ) {
    let error = #expect(throws: DecodingError.self) { try decoded([EveryField.Pair].self, hex) }
    #expect(error?.kind == kind)
    #expect(error?.path == path)
  }

  @Test func `The error of a nested container or a type has the complete coding path`() throws {
    let nested = #expect(throws: DecodingError.self) {
      try decoding("81a16161a161628201f5", as: [Scripted].self) { decoder in
        let inner = try decoder.fields().nestedContainer(keyedBy: CBORKey.self, forKey: "a")
        var list = try inner.nestedUnkeyedContainer(forKey: "b")
        for _ in 1...2 { _ = try list.decode(Int.self) }
      }
    }
    let own = #expect(throws: DecodingError.self) {
      try decoding("a1616b81a0", as: [String: [Scripted]].self) { decoder in
        throw DecodingError.dataCorruptedError(
          forKey: "x", in: try decoder.fields(), debugDescription: "No.")
      }
    }
    let refusing = Scripted { _ in
      throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "No."))
    }
    let encoding = #expect(throws: EncodingError.self) {
      let parent = Scripted { encoder in
        var outer = encoder.fields()
        var inner = outer.nestedContainer(keyedBy: CBORKey.self, forKey: "a")
        try inner.encode(refusing, forKey: "b")
      }
      _ = try CBOREncoder().encode(["k": [parent]])
    }

    #expect(nested?.path == ["0", "a", "b", "1"])
    #expect(own?.path == ["k", "0", "x"])
    guard case .invalidValue(_, let context)? = encoding else { throw try #require(encoding) }
    #expect(context.codingPath.map(\.stringValue) == ["k", "0", "a", "b"])
  }

  @Test func `A number of another type is decoded if no precision is lost`() throws {
    #expect(try decoded(Int.self, "f94500") == 5)
    #expect(try decoded(Double.self, "1a00010000") == 65536)
    #expect(try decoded(Float.self, "fb3fb999999999999a") == 0.1)
    #expect(try decoded(UInt8.self, "1b00000000000000ff") == 255)
    #expect(try decoded(Decimal.self, "182a") == 42)
    for hex in ["f93e00", "190100", "20", "f97c00", "f97e00"] {
      #expect(throws: DecodingError.self) { try decoded(UInt8.self, hex) }
    }
    #expect(throws: DecodingError.self) { try decoded(Double.self, "1b0020000000000001") }
    #expect(throws: DecodingError.self) { try decoded(Float.self, "fb7e37e43c8800759c") }
  }

  @Test func `Tags that a type does not use are ignored`() throws {
    #expect(try decoded(EveryField.Pair.self, "d9d9f7a26178c6016179d82002") == .init(x: 1, y: 2))
    #expect(try decoded([String].self, "d9d9f781d8206161") == ["a"])
    #expect(try decoded(Int?.self, "c6f6") == nil)
    #expect(
      try decoded(UUID.self, "7824" + Data("00112233-4455-6677-8899-AABBCCDDEEFF".utf8).hex)
        .uuidString.hasPrefix("00112233"))
    #expect(try decoded(Date.self, "fb0000000000000000") == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `Keys in longer forms, in chunks, and as integers are found`() throws {
    #expect(try decoded(EveryField.Pair.self, "a2780178017f6179ff02") == .init(x: 1, y: 2))
    #expect(try decoded(EveryField.Pair.self, "a261780178017902") == .init(x: 1, y: 2))
    #expect(try decoded([Int: Int].self, "a1613701") == [7: 1])
    #expect(
      try decoded(EveryField.Pair.self, "a6f60020014101028000617801617902") == .init(x: 1, y: 2))
    let many = (0..<100).map { ("key\($0)", $0) } + [("x", 1), ("y", 2)]
    let bytes = try CBOREncoder().encode(Dictionary(uniqueKeysWithValues: many))
    #expect(try CBORDecoder().decode(EveryField.Pair.self, from: bytes) == .init(x: 1, y: 2))
  }

  @Test func `A key is found by its whole name, not by bytes that are in an entry`() throws {
    struct Some: Decodable, Equatable { var w: String?, x: Int? }
    // The keys are a byte string, a longer text, a text with a tag, a negative number and a list.
    for entry in ["417801", "62787901", "c178016101", "31780161", "81617801", "8001"] {
      for (head, last) in [("a1", ""), ("bf", "ff")] {
        let map = head + entry + last
        #expect(try decoded([Some].self, "82\(map)\(map)") == [Some(), Some()], "\(map)")
      }
    }
    #expect(try decoded(Some.self, "a2417805617806") == Some(x: 6))
    #expect(try decoded(Some.self, "a262787905617806") == Some(x: 6))
    // The value of one field ends like the name of another one.
    #expect(try decoded(Some.self, "a261776178617901") == Some(w: "x"))
  }

  @Test func `An indefinite map ends at its break, in whichever order its fields are read`() throws
  {
    let map = "bf616101616202616303ff"
    let long = "bf" + (0..<20).map { "18\($0 + 40)00" }.joined() + map.dropFirst(2)
    for map in [map, long] {
      try decoding("82\(map)\(map)", as: [Scripted].self) { decoder in
        let fields = try decoder.fields()
        let values = try (["c", "b", "a"] as [CBORKey]).map {
          try fields.decode(Int.self, forKey: $0)
        }
        #expect(values == [3, 2, 1])
      }
    }
  }

  @Test func `Only a simple value is a Bool`() throws {
    for hex in ["14", "15", "f90014", "f90015", "f6", "f7", "f0", "e0", "f820", "ff"] {
      #expect(throws: DecodingError.self, "\(hex)") { try decoded(Bool.self, hex) }
    }
    #expect(try decoded(Double.self, "f90015") == 21 * 0x1p-24)
  }

  @Test func `Only tag 1 marks seconds since 1970`() throws {
    let reference = Date(timeIntervalSinceReferenceDate: 1)
    #expect(try decoded(Date.self, "01") == reference)
    #expect(try decoded(Date.self, "c601") == reference)
    #expect(try decoded(Date.self, "c101") == Date(timeIntervalSince1970: 1))
  }

  @Test func `A UUID has 16 bytes, in one piece or in chunks`() throws {
    let bytes = "00112233445566778899aabbccddeeff"
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(try decoded(UUID.self, "50\(bytes)") == uuid)
    #expect(try decoded(UUID.self, "5f48\(bytes.prefix(16))48\(bytes.suffix(16))ff") == uuid)
    for hex in [
      "4f\(bytes.dropLast(2))", "51\(bytes)00", "5f50\(bytes)4100ff", "5f47\(bytes.prefix(14))ff",
      "10\(bytes)", "70\(String(repeating: "61", count: 16))",
    ] {
      #expect(throws: DecodingError.self, "\(hex)") { try decoded(UUID.self, hex) }
    }
  }

  @Test func `A decimal number is read from any number, and from a text that is one`() throws {
    #expect(try decoded(Decimal.self, "f93e00") == Decimal(3) / 2)
    #expect(try decoded(Decimal.self, "20") == -1)
    for text in ["12a", "1 2", "1,5"] {
      let hex = try encodedHex(text)
      #expect(throws: DecodingError.self, "\(text)") { try decoded(Decimal.self, hex) }
    }
    #expect(throws: DecodingError.self) { try decoded(Decimal.self, "f6") }
  }

  @Test func `An unknown field of any kind is skipped`() throws {
    let (zeros, letters) = (String(repeating: "00", count: 24), String(repeating: "61", count: 24))
    for item in [
      "00", "17", "1818", "1903e8", "1a000f4240", "1b000000e8d4a51000",
      "20", "37", "3818", "3903e7",
      "40", "4100", "57\(zeros.dropLast(2))", "5818\(zeros)", "5f4100ff", "5fff",
      "60", "6161", "77\(letters.dropLast(2))", "7818\(letters)", "7f6161ff", "7fff",
      "80", "8101", "9818\(zeros)", "9f01ff", "a0", "a1616101", "bf616101ff", "bfff",
      "c101", "d82000", "f4", "f6", "f7", "f0", "f820", "f93c00", "fa3f800000",
      "fb3ff0000000000000",
    ] {
      #expect(
        try decoded(EveryField.Pair.self, "a3617a\(item)617801617902") == .init(x: 1, y: 2),
        "\(item)")
      let padding = "61775828" + zeros + zeros.prefix(32)
      #expect(
        try decoded(EveryField.Pair.self, "a4617a\(item)617801617902\(padding)")
          == .init(x: 1, y: 2), "\(item)")
    }
    for item in ["ff", "81ff", "a1ff00", "1c", "5f6161ff"] {
      #expect(throws: DecodingError.self, "\(item)") {
        try decoded(EveryField.Pair.self, "a3617801617902617a\(item)")
      }
    }
  }

  @Test func `An optional field of any type may have a value, be nil, or be missing`() throws {
    struct Optionals: Codable, Equatable {
      var flag: Bool?
      var ratio: Double?
      var small: UInt8?
      var real: Float?
    }
    let fields = "64666c6167f5" + "65726174696ff6" + "65736d616c6c05"
    #expect(
      try decoded([Optionals].self, "82a3\(fields)a0")
        == [Optionals(flag: true, ratio: nil, small: 5, real: nil), Optionals()])
    let all = Optionals(flag: false, ratio: 0.5, small: 0, real: 1)
    #expect(try CBORDecoder().decode(Optionals.self, from: CBOREncoder().encode(all)) == all)
  }

  @Test func `The keys of a map are its texts and integers, in the order of the document`() throws {
    try decoding("a5f50007016178024100032004") { decoder throws in
      #expect(try decoder.fields().allKeys.map(\.stringValue) == ["7", "x", "-1"])
    }
    #expect(throws: DecodingError.self) {
      try decoded(EveryField.Pair.self, "a4f501f502617801617902")
    }
  }

  @Test func `A map whose only entry is unknown is skipped`() throws {
    struct Some: Decodable, Equatable { var a: Int? }
    #expect(try decoded([Some].self, "82a1617a01a1616102") == [Some(a: nil), Some(a: 2)])
  }
}
