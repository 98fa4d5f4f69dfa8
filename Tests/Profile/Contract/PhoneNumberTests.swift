import Profile
import Testing

struct PhoneNumberTests {
  /// Example numbers of libphonenumber: the international form, the national one, and E.164.
  private static let examples: [(country: String, texts: [String], number: String)] = [
    ("RU", ["+7 912 345-67-89", "8 (912) 345-67-89", "9123456789"], "+79123456789"),
    ("KZ", ["+7 771 000 9998", "8 (771) 000 9998", "7710009998"], "+77710009998"),
    ("BY", ["+375 29 491-19-11", "8 029 491-19-11", "29 491 19 11"], "+375294911911"),
    ("UZ", ["+998 91 234 56 78", "91 234 56 78", "8-10-998-91-234-56-78"], "+998912345678"),
    ("KG", ["+996 700 123 456", "0700 123 456"], "+996700123456"),
    ("TJ", ["+992 91 712 3456", "91 712 3456"], "+992917123456"),
    ("AM", ["+374 77 123456", "077 123456"], "+37477123456"),
    ("AZ", ["+994 40 123 45 67", "040 123 45 67"], "+994401234567"),
    ("GE", ["+995 555 12 34 56", "555 12 34 56"], "+995555123456"),
    ("MN", ["+976 8812 3456", "8812 3456"], "+97688123456"),
    ("UA", ["+380 50 123 4567", "050 123 4567", "8 050 123 45 67"], "+380501234567"),
    ("EE", ["+372 5123 4567", "5123 4567"], "+37251234567"),
    ("LT", ["+370 612 34567", "(0-612) 34567", "8 612 34567"], "+37061234567"),
    ("PL", ["+48 512 345 678", "512 345 678"], "+48512345678"),
    ("RO", ["+40 712 034 567", "0712 034 567"], "+40712034567"),
    ("SI", ["+386 31 234 567", "031 234 567"], "+38631234567"),
    ("RS", ["+381 60 1234567", "060 1234567"], "+381601234567"),
    ("BG", ["+359 43 012 345", "043 012 345"], "+35943012345"),
    ("DE", ["+49 1512 3456789", "01512 3456789"], "+4915123456789"),
    ("ES", ["+34 612 34 56 78", "612 34 56 78"], "+34612345678"),
    (
      "GB",
      [
        "+44 7400 123456", "07400 123456", "+44 (0)7400 123456", "44 (0)7400 123456",
        "011 44 7400 123456",
      ], "+447400123456"
    ),
    ("TR", ["+90 501 234 56 78", "0501 234 56 78", "90 0501 234 56 78"], "+905012345678"),
    ("AE", ["+971 50 123 4567", "050 123 4567", "971 050 123 4567"], "+971501234567"),
    ("VN", ["+84 912 345 678", "0912 345 678"], "+84912345678"),
    ("NG", ["+234 802 123 4567", "0802 123 4567", "234 0802 123 4567"], "+2348021234567"),
  ]

  @Test func `There are the forms of 25 countries`() {
    #expect(PhoneCountry.all.map(\.id) == Self.examples.map(\.country).sorted())
    #expect(PhoneCountry(code: "XX") == nil)
  }

  @Test func `A number has the length of its country, after the calling code`() throws {
    let lengths = [
      "AE": 9...9, "AM": 8...8, "AZ": 9...9, "BG": 8...9, "BY": 9...9, "DE": 10...11, "EE": 7...8,
      "ES": 9...9, "GB": 10...10, "GE": 9...9, "KG": 9...9, "KZ": 10...10, "LT": 8...8, "MN": 8...8,
      "NG": 10...10, "PL": 9...9, "RO": 9...9, "RS": 8...10, "RU": 10...10, "SI": 8...8,
      "TJ": 9...9,
      "TR": 10...10, "UA": 9...9, "UZ": 9...9, "VN": 9...9,
    ]
    let found = PhoneCountry.all.map { ($0.id, $0.lengths) }
    #expect(Dictionary(uniqueKeysWithValues: found) == lengths)
  }

  @Test(arguments: examples)
  func `A number is read in each form of its country`(
    _ code: String, _ texts: [String], _ number: String
  ) throws {
    let country = try #require(PhoneCountry(code: code))
    let more = [
      number, " \(number) ", "00\(number.dropFirst())", String(number.dropFirst()),
      number.map { "\($0)\u{A0}" }.joined(), "\u{202A}\(texts[0])\u{202C}",
      texts[0].spelled(from: 0x0660), texts[0].spelled(from: 0xFF10),
      texts[0].replacing("+", with: "\u{FF0B}"), number.map { "\($0)\u{200C}" }.joined(),
      texts[0].inFullWidth, "+00\(number.dropFirst())", "+[\(number.dropFirst())]",
      number.map { "\($0)~" }.joined(), number.map { "\($0)\u{30FC}" }.joined(),
    ]
    for text in texts + more {
      #expect(try PhoneNumber(text, in: country).rawValue == number, "\(text)")
    }
    let shown = try PhoneNumber(number, in: country).formatted
    #expect(shown.filter(\.isNumber) == number.dropFirst())
    #expect(try PhoneNumber(shown, in: country).rawValue == number)
    // The form of Bulgaria is for nine digits; the example has eight.
    if code != "BG" { #expect(shown == texts[0]) }
  }

  @Test func `A number of another country is refused as such`() throws {
    for country in PhoneCountry.all {
      for example in Self.examples {
        guard let other = PhoneCountry(code: example.country),
          other.callingCode != country.callingCode
        else { continue }
        #expect(throws: PhoneNumberError.anotherCountry, "\(example.number) in \(country.id)") {
          try PhoneNumber(example.number, in: country)
        }
      }
    }
    // Russia and Kazakhstan share a calling code.
    let others = [
      ("+77710009998", "RU"), ("8 912 345 67 89", "KZ"), ("00 48 512 345 678", "RU"),
    ]
    for (text, code) in others {
      let country = try #require(PhoneCountry(code: code))
      #expect(throws: PhoneNumberError.anotherCountry) { try PhoneNumber(text, in: country) }
    }
  }

  @Test(
    arguments: [
      ("", .empty), (" -() ", .empty), ("+", .empty), ("912345678", .tooShort),
      ("+7912345678", .tooShort), ("8912345678", .notMobile), ("912345678901", .tooLong),
      ("+7 912 345 67 89 0", .tooLong), ("912345678x", .badCharacter("x")),
      ("9123456789;ext=1", .badCharacter(";")), ("91234567\u{BD}9", .badCharacter("\u{BD}")),
      ("9123456789+", .badCharacter("+")), ("++79123456789", .badCharacter("+")),
      ("\u{4E5D}123456789", .badCharacter("\u{4E5D}")),
    ] as [(String, PhoneNumberError)])
  func `A text that is no number is refused with the reason`(
    _ text: String, _ error: PhoneNumberError
  ) throws {
    let russia = try #require(PhoneCountry(code: "RU"))
    #expect(throws: error) { try PhoneNumber(text, in: russia) }
  }

  @Test(arguments: [
    ("LV", 371, 8...8, "29123456", "+37129123456"),
    ("LV", 371, 8...8, "+371 29 123 456", "+37129123456"),
    ("FR", 33, 9...9, "06 12 34 56 78", "+33612345678"),
    ("CI", 225, 10...10, "07 01 02 03 04", "+2250701020304"),
    ("RU", 7, 1...15, "8 (912) 345-67-89", "+79123456789"),
  ])
  func `A number of any country can be entered`(
    _ code: String, _ callingCode: Int, _ lengths: ClosedRange<Int>, _ text: String,
    _ number: String
  ) throws {
    let country = PhoneCountry(code: code, callingCode: callingCode, lengths: lengths)
    #expect(try PhoneNumber(text, in: country).rawValue == number)
    #expect(throws: PhoneNumberError.tooShort) { try PhoneNumber("12", in: country) }
  }

  @Test func `No number is longer or shorter than an international one`() throws {
    let country = PhoneCountry(code: "XX", callingCode: 999, lengths: 1...15)
    #expect(throws: PhoneNumberError.tooShort) { try PhoneNumber("123", in: country) }
    #expect(try PhoneNumber("1234", in: country).rawValue == "+9991234")
    #expect(try PhoneNumber("123456789012", in: country).rawValue == "+999123456789012")
    #expect(throws: PhoneNumberError.tooLong) { try PhoneNumber("1234567890123", in: country) }
  }

  @Test func `Only the international form is stored and sent`() {
    for text in ["+1234567", "+9999999", "+123456789012345"] {
      #expect(PhoneNumber(rawValue: text)?.rawValue == text)
    }
    for text in [
      "", "+", "79123456789", "+0123456789", "+123456", "+1234567890123456", "+7 9", "+12345 7",
      "+1234567:", "+٧٩١٢٣٤٥٦٧٨٩",
    ] {
      #expect(PhoneNumber(rawValue: text) == nil, "\(text)")
    }
  }
}

extension String {
  /// The text with all ASCII characters except spaces in their full-width form.
  fileprivate var inFullWidth: String {
    var text = ""
    for scalar in unicodeScalars {
      let wide = (0x21...0x7E).contains(scalar.value) ? UnicodeScalar(scalar.value + 0xFEE0) : nil
      text.unicodeScalars.append(wide ?? scalar)
    }
    return text
  }

  /// Returns the text with its digits in the script whose zero is this code point.
  func spelled(from zero: UInt32) -> String {
    var text = ""
    for character in self {
      if let value = character.wholeNumberValue, let scalar = UnicodeScalar(zero + UInt32(value)) {
        text.unicodeScalars.append(scalar)
      } else {
        text.append(character)
      }
    }
    return text
  }
}
