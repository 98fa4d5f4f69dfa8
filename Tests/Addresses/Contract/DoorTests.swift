import Addresses
import AddressesTestSupport
import Commerce
import Networking
import Sandbox
import Sync
import SyncTestSupport
import Testing

/// Rules about which addresses are at the same door.
struct DoorTests {
  private let device = AddressDevice()

  /// The country, what two addresses share, and the fields of the one and of the other.
  private static let doors:
    [(String, [AddressFieldType: String], AddressFieldType, String, String)] =
      [
        ("DE", berlin, .bellName, "A", "B"), ("PL", berlin, .bellName, "Nowak", "Kowalski"),
        ("RU", berlin, .house, "5д", "5"), ("RU", berlin, .apartment, "офис 7", "кв. 7"),
        ("GB", berlin, .apartment, "Unit 2", "Flat 2"), ("DE", berlin, .postcode, "10115", "13507"),
        ("BG", berlin, .microdistrict, "кв. Младост", "ж.к. Младост"),
        ("DE", berlin, .bellName, "★", "♥"), ("DE", berlin, .bellName, "Weiß", "Weiss"),
        ("DE", berlin, .bellName, "Yıldız", "Yildiz"), ("RU", berlin, .floor, "эт.-1", "1"),
        ("GB", berlin, .house, "2 Park House", "2 Park"),
        ("BG", berlin, .microdistrict, "ж.к. С. Враца", "с. Враца"),
      ]
  private static let berlin: [AddressFieldType: String] = [
    .street: "Musterstraße", .house: "5", .postcode: "10115",
  ]
  private static let hocMon: [AddressFieldType: String] = [
    .street: "Lê Lợi", .house: "12", .neighborhood: "Hóc Môn",
  ]
  private static let kadikoy: [AddressFieldType: String] = [
    .street: "Moda Caddesi", .house: "5", .neighborhood: "Caferağa", .district: "Kadıköy",
  ]

  private func address(
    _ country: String, _ shared: [AddressFieldType: String], _ type: AddressFieldType,
    _ value: String
  ) throws -> Address {
    let template = try #require(AddressTemplates.samples[AddressTemplate.ID(rawValue: country)])
    let asked = Set(template.fields.map(\.type))
    var shared = shared.filter { asked.contains($0.key) && $0.key != .postcode || $0.key == type }
    if case .pattern(_, let example)? = template.fields.first(where: { $0.type == .postcode })?.form
    {
      shared[.postcode] = example
    }
    return Address.sample("", shared, template: country).with(type, value)
  }

  @Test(arguments: doors)
  func `Both doors can be saved, and the server has both`(
    _ country: String, _ shared: [AddressFieldType: String], _ type: AddressFieldType,
    _ first: String, _ second: String
  ) async throws {
    try await device.session { book in
      try await book.add(try address(country, shared, type, first))
      try await book.add(try address(country, shared, type, second))
      #expect(await book.settled().addresses.count == 2)
      #expect(device.server.model.list.addresses.count == 2)
    }
  }

  @Test(arguments: [
    ("DE", berlin, AddressFieldType.street, "MUSTERSTRASSE", "Musterstraße"),
    ("TR", kadikoy, .street, "SARI SOKAK", "Sarı Sokak"),
    ("TR", kadikoy, .street, "ŞİŞLİ", "şişli"),
    ("RU", berlin, .street, "улица Королёва", "улица Королева"),
    ("RU", berlin, .apartment, "кв. кв. 7", "7"), ("GB", berlin, .apartment, "Flat Flat 2", "2"),
    ("TR", kadikoy, .house, "No: No: 5", "5"), ("ES", berlin, .floor, "5ºº", "5"),
    ("LT", berlin, .postcode, "LT01103", "01103"), ("DE", berlin, .postcode, "D-10115", "10115"),
    ("UZ", [.street: "Navoiy", .landmark: "Chorsu"], .neighborhood, "Oʻqchi", "O'qchi"),
    ("RU", berlin, .house, "25½", "25 1/2"), ("RU", berlin, .house, "12\\3", "12/3"),
    ("RU", berlin, .house, "12\"А\"", "12а"), ("RU", berlin, .house, "５", "5"),
    ("RU", berlin, .street, "Ленина,", "Лени\u{AD}на\u{200B}"),
    ("AZ", berlin, .street, "Şǝki", "Şəki"),
    ("AE", [.region: "Dubai", .neighborhood: "1"], .buildingName, "الـوحدة ٥", "الوحدة 5"),
    ("AE", [.neighborhood: "1", .buildingName: "2"], .region, "دبي", "Dubai"),
    ("RO", berlin, .street, "Ştefan", "ȘTEFAN"), ("VN", hocMon, .street, "Hoà", "HÒA"),
    ("VN", hocMon, .street, "Ðống Đa", "Đống Đa"), ("AM", berlin, .street, "Արեւ", "ԱՐԵՎ"),
    ("AM", berlin, .street, "Սարյանև", "ՍԱՐՅԱՆԵՎ"),
    ("PL", berlin.merging([.apartment: "3"]) { $1 }, .bellName, "Nowak", "Kowalski"),
  ])
  func `One door written in two ways is one address`(
    _ country: String, _ shared: [AddressFieldType: String], _ type: AddressFieldType,
    _ first: String, _ second: String
  ) async throws {
    try await device.session { book in
      let id = try await book.add(try address(country, shared, type, first))
      await #expect(throws: AddressError.duplicate(of: id)) {
        try await book.add(try address(country, shared, type, second))
      }
    }
  }

  @Test func `Of two addresses at one place, each can get a door code`() async throws {
    // The website has added both, and they are one place for this app.
    for street in ["улица Королёва", "улица Королева"] {
      let address = try address("RU", Self.berlin, .street, street)
      device.server.change { $0.addElsewhere(address.view) }
    }
    try await device.session { book in
      let saved = await book.when { $0.addresses.count == 2 }.addresses
      for saved in saved {
        try await book.change(saved.id, to: saved.address.with(.doorCode, "7К"))
      }
      let state = await book.settled()
      #expect(state.addresses.map { $0.address[.doorCode] } == ["7К", "7К"])
      #expect(state.addresses.allSatisfy { $0.status == .confirmed })
    }
  }

  @Test func `The server gets a value without the words of the form`() async throws {
    try await device.session { book in
      let id = try await book.add(Address.home.with(.apartment, "кв. кв. 7"))
      #expect(book.state[id]?.address == .home)
      try await book.change(id, to: Address.home.with(.apartment, "пәтер 8"))
      await book.settled()
      #expect(device.server.model.list.addresses.map { $0.address["apartment"] } == ["8"])
    }
  }

  /// More places of this kind are in `ways-of-writing.tsv`.
  @Test(arguments: [
    ("UA", [AddressFieldType.microdistrict: "с. Криворівня", .house: "б/н"]),
    ("MN", [.district: "СХД", .microdistrict: "5", .street: "Баянголын 12", .house: "345"]),
  ])
  func `A place without streets, or without numbers, has an address`(
    _ country: String, _ values: [AddressFieldType: String]
  ) async throws {
    try await device.session { book in
      try await book.add(.sample("", values, template: country))
      #expect(await book.settled().addresses.map(\.check.errors) == [[]])
    }
  }

  @Test func `A country without a form has the general one`() async throws {
    let riga = RequestContext.demo("LV", 456_172, language: "lv")
    try await device.session(in: riga) { book in
      let form = try #require(book.state.template)
      let address = Address.sample(
        "", [.street: "Brīvības iela", .house: "12", .postcode: "LV-1010"], city: riga.city,
        template: form.id.rawValue)
      try await book.add(address)
      #expect(await book.settled().addresses.map(\.lines) == [["Brīvības iela 12", "LV-1010"]])
    }
  }
}
