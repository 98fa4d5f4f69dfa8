import Addresses
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let formOfEachCountry = Scenario(
    "form-of-each-country", "The form of each country, and the lines of an address there."
  ) { (script: Script) in
    let templates = try AddressTemplates.bundled()
    for place in Place.all {
      guard let template = templates[place.template] else { continue }
      let fields = template.fields.map { DemoLanguage.en.name(of: $0.type) + $0.need.mark }
      script.tell("\(place.name): \(fields.joined(separator: ", "))")
      script.details(template.lines(of: place.example))
      let check = template.check(place.example)
      script.details((check.errors + check.warnings).map { "! \(DemoLanguage.en.words($0))" })
    }
  }

  static let errorsAsTyped = Scenario(
    "errors-as-typed",
    "Each key checks the form, and each problem names its field and its correction."
  ) { (script: Script) in
    let templates = try AddressTemplates.bundled()
    func type(_ place: Place, _ language: DemoLanguage, _ steps: [(AddressFieldType, String)]) {
      guard let template = templates[place.template] else { return }
      var address = place.address("", [:])
      script.tell("An empty form in \(place.name)")
      tell(template.check(address), language)
      for (field, value) in steps {
        address[field] = value
        script.tell("\(language.name(of: field)): \(value.prefix(40))")
        tell(template.check(address), language)
        if template.check(address).isAcceptable {
          script.details(template.lines(of: address, in: language.rawValue))
        }
      }
    }
    func tell(_ check: AddressCheck, _ language: DemoLanguage) {
      script.details(check.errors.map { "✗ \(language.words($0))" })
      script.details(check.warnings.map { "? \(language.words($0))" })
      if check.isAcceptable { script.detail("The address can be saved") }
    }
    type(
      .almaty, .ru,
      [
        (.house, "🏠"), (.house, "дом"), (.house, "25/1"), (.comment, "a\u{1B}[2Jb"),
        (.comment, String(repeating: "я", count: 250)), (.comment, "позвоните"),
        (.street, "Абай"), (.apartment, "кв. кв. 7"), (.apartment, "офис 7"), (.floor, "2-й этаж"),
      ])
    guard let london = Place.all.first(where: { $0.country == "GB" }),
      let dubai = Place.all.first(where: { $0.country == "AE" })
    else { return }
    type(
      london, .en,
      [
        (.postcode, "050012"), (.postcode, "sw1a1aa"), (.street, "Baker Street"),
        (.buildingName, "Rose Cottage"), (.apartment, "Flat Flat 2"),
      ])
    type(
      dubai, .de,
      [
        (.region, "Dubay"), (.region, "Dubai"), (.neighborhood, "Al Barsha 1"),
        (.buildingName, "Oasis Tower"), (.phone, "call me"), (.phone, "+971 50 123 4567"),
      ])
  }

  static let templateChanged = Scenario(
    "template-changed", "A new form keeps every value, and shows what is missing."
  ) { (script: Script) in
    var id: SavedAddress.ID?
    try await script.launch { book in
      id = await script.addAndSettle(Place.almaty.example.labeled("home"), in: book)
    }
    script.tell("An update of the app: the form has the name at the bell, and no door code")
    try await script.launch(in: .almaty, with: try newForm()) { book in
      await script.showSettled(book)
      guard let id, let old = book.state[id]?.address else { return }
      await script.attempt("Use it for an order without a correction") { try await book.use(id) }
      await script.attempt("Rename it to flat, without a name at the bell") {
        try await book.change(id, to: old.labeled("flat"))
      }
      await script.attempt("Rename it to flat, with a name at the bell") {
        try await book.change(id, to: old.labeled("flat").with(.bellName, "Ким"))
      }
      await script.showSettled(book)
    }
  }

  private static func newForm() throws -> AddressTemplates {
    try AddressTemplates(
      json: """
        {"templates": [{"id": "KZ", "revision": 2, "fields": [
          {"type": "street", "need": "required", "form": "text", "limit": 80},
          {"type": "house", "need": "required", "form": "number", "limit": 16},
          {"type": "apartment", "need": "optional", "form": "unit", "limit": 12},
          {"type": "entrance", "need": "optional", "form": "unit", "limit": 8},
          {"type": "bellName", "need": "required", "form": "text", "limit": 60},
          {"type": "floor", "need": "optional", "form": "unit", "limit": 8},
          {"type": "comment", "need": "optional", "form": "text", "limit": 240}],
          "lines": ["[{street}][, {house}][, flat {apartment}]",
                    "[entrance {entrance}][, floor {floor}][, {bellName}]", "[{comment}]"]}]}
        """.utf8)
  }
}
