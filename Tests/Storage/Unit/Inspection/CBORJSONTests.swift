import CBOR
import Foundation
import Testing

@testable import Storage

@Suite("CBOR as JSON")
struct CBORJSONTests {
  private func text(_ hex: String) throws -> String? { try CBORJSON.text(of: Data(hex: hex)) }

  @Test(arguments: [
    // Keys stay in the order of the file.
    ("a3617a00616101616d02", #"{"z": 0, "a": 1, "m": 2}"#),
    // A map that an object cannot represent is a list of pairs.
    ("a2616101616102", #"{"$map": [["a", 1], ["a", 2]]}"#),
    ("a1622462f5", #"{"$map": [["$b", true]]}"#),
    ("a1c1616101", #"{"$map": [[{"$tags": [1], "$value": "a"}, 1]]}"#),
    ("a1a0f6", #"{"$map": [[{}, null]]}"#),
    // Consecutive tags are one list without nesting.
    ("c1d8250a", #"{"$tags": [1, 37], "$value": 10}"#),
    ("f820", #"{"$simple": 32}"#), ("44000fa0ff", #"{"$bytes": "000fa0ff"}"#),
  ])
  func `Every item has one form as JSON`(hex: String, json: String) throws {
    #expect(try text(hex) == json)
  }

  @Test func `No digit of a number is lost`() throws {
    for value in [0.1, -0.0, .leastNonzeroMagnitude, 1.7976931348623157e308, 1e16, 123_456.125] {
      let json = try #require(try CBORJSON.text(of: CBOREncoder().encode(value)))
      #expect(Double(json)?.bitPattern == value.bitPattern, "\(json)")
    }
  }

  @Test func `Many tags need no deep stack`() throws {
    let many = try #require(try text(String(repeating: "c1", count: 20_000) + "00"))
    #expect(many.hasSuffix("1\n  ],\n  \"$value\": 0\n}"))
  }

  @Test func `No text can control a terminal, and a parser restores each text`() throws {
    let scalars = [
      "\"", "\\", "/", "\0", "\u{1B}[2J", "\r\n\t", "\u{7F}", "\u{9B}31m", "\u{2028}",
      "\u{202E}abc",
      "\u{2066}", "\u{200F}", "\u{61C}", "é", "e\u{301}", "\u{301}", "🇰🇿", "\u{10FFFF}", "\u{FEFF}",
      "$", "</script>", "\u{FFFD}",
    ]
    for text in scalars + [scalars.joined()] {
      let json = try #require(try CBORJSON.text(of: CBOREncoder().encode([text: [text]])))
      for scalar in json.unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control, "\(json.debugDescription)")
        #expect(!(0x202A...0x202E).contains(scalar.value))
      }
      let bytes = Data("[\(json)]".utf8)
      guard text != "$" else { continue }
      #expect(try JSONDecoder().decode([[String: [String]]].self, from: bytes) == [[text: [text]]])
    }
  }

  @Test func `Exactly the characters that can control a terminal are escaped`() {
    let escaped = (UInt32(0)...0x2FFF).filter { value in
      Unicode.Scalar(value).map { JSONText.string(String($0)).contains("\\u") } ?? false
    }
    let controls: [UInt32] = Array(0...0x08) + Array(0x0B...0x1F) + Array(0x7F...0x9F)
    let breaks: [UInt32] = [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E)
    let directions: [UInt32] = Array(0x2066...0x2069)
    #expect(escaped == controls + breaks + directions)
  }

  @Test func `A line has at most 100 columns`() {
    func lines(_ count: Int, _ level: Int) -> Int {
      JSONText.array(["\"\(String(repeating: "c", count: count))\""], level: level)
        .split(separator: "\n").count
    }
    #expect(lines(96, 0) == 1 && lines(97, 0) == 3)
    #expect(lines(90, 3) == 1 && lines(91, 3) == 3)
  }

  @Test func `Each level is indented by two spaces`() throws {
    let (a, b) = (String(repeating: "a", count: 60), String(repeating: "b", count: 60))
    #expect(
      try CBORJSON.text(of: CBOREncoder().encode(["outer": [["inner": [a, b]]]])) == """
        {
          "outer": [
            {
              "inner": [
                "\(a)",
                "\(b)"
              ]
            }
          ]
        }
        """)
  }

  @Test func `Random documents are rejected, or converted to JSON that a parser accepts`() throws {
    var generator = SeededGenerator(seed: 11)
    var read = 0
    for _ in 0..<1_000 {
      let count = Int.random(in: 1...16, using: &generator)
      let document = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      do {
        let json = try #require(try CBORJSON.text(of: document))
        _ = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        read += 1
      } catch is DecodingFailure {}
    }
    #expect(read > 10)
  }

  @Test func `The limit of a text counts each entry with its indentation`() throws {
    let bytes = (hex: "583c" + String(repeating: "0f", count: 60), digits: 120)
    for (hex, level, size) in [
      ("00", 0, 3), ("00", 4, 11), ("6161", 0, 5), ("80", 0, 4), ("80", 2, 8), ("8100", 0, 9),
      ("a0", 0, 4), ("a16161187b", 0, 4 + 7 + 7), ("c100", 0, 3 + 5), ("c1c26161", 0, 6 + 7),
      (bytes.hex, 0, bytes.digits + 20),
    ] {
      let document = Data(hex: hex)
      var (enough, tooLittle) = (size, size - 1)
      #expect(try CBORJSON.text(of: document, level: level, room: &enough) != nil, "\(hex)")
      #expect(enough == 0)
      #expect(try CBORJSON.text(of: document, level: level, room: &tooLittle) == nil, "\(hex)")
    }
  }

  @Test func `A map whose count exceeds the remaining bytes is rejected at its head`() {
    let failure = #expect(throws: DecodingFailure.self) { try text("a2000000") }
    guard case .undecodable("The count exceeds the remaining bytes. (byte 1)")? = failure else {
      Issue.record("\(failure as Any)")
      return
    }
  }

  @Test func `A document may have the depth that a value may have`() throws {
    func isRead(_ depth: Int) -> Bool {
      do { return try text(String(repeating: "81", count: depth) + "00") != nil } catch {
        return false
      }
    }
    #expect(isRead(512) && !isRead(513))
  }
}
