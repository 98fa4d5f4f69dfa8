import AddressesTestSupport
import Commerce
import Testing

@testable import Addresses

struct BadInputTests {
  private func check(
    _ type: AddressFieldType, _ value: String, in country: String
  ) throws -> AddressCheck {
    let id = AddressTemplate.ID(rawValue: country)
    let template = try #require(AddressTemplates.samples[id])
    var address = Address(city: 1, template: id)
    address[type] = value
    return template.check(address)
  }

  private func issues(
    _ type: AddressFieldType, _ value: String, in country: String = "KZ"
  ) throws -> [AddressProblem.Issue] {
    try check(type, value, in: country).errors.filter { $0.field == type }.map(\.issue)
  }

  private func warnings(
    _ type: AddressFieldType, _ value: String, in country: String = "KZ"
  ) throws -> [AddressProblem.Issue] {
    try check(type, value, in: country).warnings.filter { $0.field == type }.map(\.issue)
  }

  @Test func `A value over the limit says by how much it is too long`() throws {
    #expect(try issues(.street, String(repeating: "я", count: 80)) == [])
    #expect(
      try issues(.street, String(repeating: "я", count: 83)) == [.tooLong(by: 3, limit: 80)])
    // One letter under a thousand accents has 1,001 Unicode scalars.
    let zalgo = "a" + String(repeating: "\u{316}", count: 1_000)
    #expect(try issues(.street, zalgo) == [.tooLong(by: 921, limit: 80)])
  }

  @Test(arguments: [
    ("a\u{0}b", [AddressProblem.Issue.unprintable]), ("a\u{1B}[2Jb", [.unprintable]),
    ("a\u{7F}", [.unprintable]), ("a\u{E000}", [.unprintable]), ("a\tb\nc", []),
    ("\u{202E}abc\u{202C}", []), ("\u{FEFF}a", []), ("a\u{2028}b", []),
  ])
  func `Control characters are told, white space and direction marks are tidied away`(
    _ value: String, _ expected: [AddressProblem.Issue]
  ) throws {
    #expect(try issues(.street, value) == expected)
  }

  @Test func `A label has at most 40 characters, and all of them can be printed`() throws {
    let template = try #require(AddressTemplates.samples[AddressTemplate.ID(rawValue: "KZ")])
    func issues(_ label: String) -> [AddressProblem.Issue] {
      template.check(Address(city: 1, template: template.id, label: label)).errors
        .filter { $0.field == AddressProblem.label }.map(\.issue)
    }
    #expect(issues("") == [])
    #expect(issues(String(repeating: "я", count: 40)) == [])
    #expect(issues(String(repeating: "я", count: 43)) == [.tooLong(by: 3, limit: 40)])
    #expect(issues("a\u{7}b") == [.unprintable])
  }

  @Test func `A value that the form does not ask for is a warning, and can be printed`() throws {
    let balcony = AddressFieldType(rawValue: "balcony")
    #expect(try issues(balcony, "left") == [])
    #expect(try warnings(balcony, "left") == [.notAsked])
    #expect(try issues(balcony, "a\u{7}b") == [.unprintable])
    #expect(try warnings(balcony, "a\u{7}b") == [.notAsked])
  }

  @Test func `Each invisible mark is removed from a text, and no other character`() {
    let ranges: [ClosedRange<UInt32>] = [
      0x00AD...0x00AD, 0x061C...0x061C, 0x200B...0x200B, 0x200E...0x200F, 0x202A...0x202E,
      0x2060...0x2064, 0x2066...0x206F, 0xFEFF...0xFEFF,
    ]
    for mark in ranges.joined().compactMap(Unicode.Scalar.init) {
      #expect("a\(mark)b".tidied == "ab", "\(mark.value)")
    }
    // The joiners and the tags are parts of some letters and of some emoji.
    for other in [0xAC, 0xAE, 0x600, 0x61B, 0x61D, 0x200C, 0x200D, 0x2010, 0x2065, 0xE0067]
      .compactMap(Unicode.Scalar.init)
    {
      #expect("a\(other)b".tidied == "a\(other)b", "\(other.value)")
    }
    // The neighbors of a range of marks are white space.
    for space in [0x2029, 0x202F].compactMap(Unicode.Scalar.init) {
      #expect("a\(space)b".tidied == "a b", "\(space.value)")
    }
  }

  @Test(arguments: [
    ("25/1", ""), ("12к3", ""), ("7Б", ""), ("221B Baker", ""), ("№ 5-7", ""), ("१२", ""),
    ("🏠", "🏠"), ("12🏠", "🏠"), ("1️⃣", "1️⃣"), ("12<b>", "<>"), ("12 🏠🏠🚪", "🏠🚪"), ("a@b", "@"),
  ])
  func `A house takes letters, digits and what stands between, and names what it does not take`(
    _ value: String, _ strange: String
  ) throws {
    #expect(try issues(.house, value) == (strange.isEmpty ? [] : [.unexpected(strange)]))
  }

  @Test func `A house without a digit is a warning and no error`() throws {
    #expect(try issues(.house, "Rose Cottage") == [])
    #expect(try warnings(.house, "Rose Cottage") == [.noDigit])
    #expect(try warnings(.house, "12") == [])
  }

  @Test(arguments: [
    ("DE", "SW1A 1AA", "26133"), ("DE", "050012", "26133"), ("PL", "2613", "00-950"),
    ("GB", "10119", "EC1Y 8SY"), ("LT", "LV-1010", "04340"), ("AZ", "10119", "1000"),
    ("VN", "7001", "70010"), ("DE", "F 75002", "26133"), ("DE", "F 75002 Paris", "26133"),
    ("GB", "London", "EC1Y 8SY"),
  ])
  func `A postcode of another country is refused with an example of this one`(
    _ country: String, _ value: String, _ example: String
  ) throws {
    #expect(try issues(.postcode, value, in: country) == [.unlike(example: example)])
  }

  @Test(arguments: [
    ("GB", "sw1a1aa"), ("GB", "M2 5BQ"), ("GB", "ZE1 0AA"), ("LT", "lt-01103"), ("AZ", "AZ 1000"),
    ("SI", "SI-1000"), ("AM", "375010"), ("PL", "00-950"), ("VN", "700100"), ("DE", "D10115"),
    ("DE", "d – 10115"), ("LT", "LTU 01103"), ("ES", "E-28014"), ("EE", "EE 10148"),
    ("TR", "٣٤٧١٠"), ("DE", "１０１１９"), ("DE", "D-06108 Halle (Saale)"), ("DE", "D 10115 Berlin"),
    ("GB", "Ely, CB7 4AA, UK"),
  ])
  func `A postcode is taken with small letters, without its space and with its prefix`(
    _ country: String, _ value: String
  ) throws {
    #expect(try issues(.postcode, value, in: country) == [])
  }

  @Test func `A choice takes what is offered, and nothing else`() throws {
    #expect(try issues(.region, "Dubai", in: "AE") == [])
    guard case .notOneOf(let choices)? = try issues(.region, "Dubay", in: "AE").first else {
      Issue.record("it was taken")
      return
    }
    #expect(choices.count == 7)
  }

  @Test func `A telephone takes digits, and a door code what is on its keys`() throws {
    #expect(try issues(.phone, "+234 (803) 123-45-67", in: "NG") == [])
    #expect(try issues(.phone, "call me", in: "NG") == [.unexpected("calme")])
    #expect(try issues(.doorCode, "#45*К") == [])
    #expect(try issues(.doorCode, "45=7") == [.unexpected("=")])
  }

  @Test(arguments: ["-", "—", "кв.", "…", "№"])
  func `A value without a letter or a number of its own is none`(_ value: String) throws {
    let template = try #require(AddressTemplates.samples[AddressTemplate.ID(rawValue: "RU")])
    #expect(template.normalized(.sample("", [.apartment: value], template: "RU")).fields == [])
  }

  @Test func `Of a field that comes twice nothing is lost`() {
    let address = Address(
      city: 1, template: AddressTemplate.ID(rawValue: "KZ"),
      fields: [AddressField(.street, "B"), AddressField(.street, "A"), AddressField(.street, "B")])
    #expect(address.fields == [AddressField(.street, "A, B")])
  }
}
