import AddressesTestSupport
import Commerce
import Foundation
import SyncTestSupport
import Testing

@testable import Addresses

struct FormWordsTests {
  private struct Document: Decodable {
    struct Template: Decodable {
      let id: AddressTemplate.ID
      let languages: [String]
    }
    struct Words: Decodable { let own, kinds: [String: [String]] }

    let templates: [Template]
    let words: [String: Words]
  }

  private static func document() throws -> Document {
    try JSONDecoder().decode(Document.self, from: AddressTemplates.bundledJSON())
  }

  private static let countries = AddressTemplates.samples.all.map(\.id.rawValue)

  private static func template(_ country: String) throws -> AddressTemplate {
    try #require(AddressTemplates.samples[AddressTemplate.ID(rawValue: country)])
  }

  private static func address(
    _ template: AddressTemplate, _ field: AddressTemplate.Field, _ value: String
  ) -> Address {
    Address(city: 1, template: template.id, fields: [AddressField(field.type, value)])
  }

  /// Returns values without words of a form.
  private static func values(of field: AddressTemplate.Field) -> [String] {
    switch field.form {
    case .text: ["Zyx", "Zyx 2", "«Ждщ-3»"]
    case .number, .unit, .code: ["7", "12Ж", "25/1", "1-2"]
    case .phone: ["+7 701 123 45 67"]
    case .pattern(_, let example): [example]
    case .choice(let choices): choices
    }
  }

  @Test(arguments: countries)
  func `The words of a form before, after and twice beside a value change nothing`(
    _ country: String
  ) throws {
    let template = try Self.template(country)
    let document = try Self.document()
    let languages = try #require(document.templates.first { $0.id == template.id }).languages
    for field in template.fields where field.type != .bellName {
      let words = languages.flatMap { document.words[$0]?.own[field.type.rawValue] ?? [] }
      for (index, word) in words.enumerated() where word.first != "-" {
        let values = Self.values(of: field)
        let value = values[index % values.count]
        let plain = template.normalized(Self.address(template, field, value))
        var typed = [
          "\(word). \(value)", "\(word):\(value)", "\(word.uppercased()). \(word). \(value)",
        ]
        if word.count > 1 {
          typed += ["\(word) \(value)", "\(value) \(word)", "\(word) \(word) \(value) \(word)"]
        }
        for text in typed {
          let address = template.normalized(Self.address(template, field, text))
          #expect(address == plain, "\(template.id.rawValue): \(text)")
        }
      }
    }
  }

  @Test(arguments: countries)
  func `The words that replace those of a line are shown, and tell doors apart`(
    _ country: String
  ) throws {
    let template = try Self.template(country)
    let document = try Self.document()
    let languages = try #require(document.templates.first { $0.id == template.id }).languages
    for field in template.fields where field.form == .unit || field.form == .text {
      let words = languages.compactMap { document.words[$0] }
      let own = words.flatMap { $0.own[field.type.rawValue] ?? [] }
      for kind in words.flatMap({ $0.kinds[field.type.rawValue] ?? [] }) where !own.contains(kind) {
        let typed = kind.count == 1 ? "\(kind). 7" : "\(kind) 7"
        let address = Self.address(template, field, typed)
        #expect(template.lines(of: address) == [typed], "\(template.id.rawValue)")
        #expect(place(address) != place(Self.address(template, field, "7")))
      }
    }
  }

  @Test(arguments: countries)
  func `A value can be typed as a form shows it, in every language`(
    _ country: String
  ) throws {
    let template = try Self.template(country)
    for field in template.fields where field.type != .bellName {
      for value in Self.values(of: field) + Address.examples.map({ $0[field.type] })
      where !value.isEmpty {
        let address = template.normalized(Self.address(template, field, value))
        guard template.check(address).errors.allSatisfy({ $0.field != field.type }) else {
          continue
        }
        for language in [nil, "en", "ru", "de"] {
          let line = try #require(template.lines(of: address, in: language).first)
          let typed = template.normalized(Self.address(template, field, line))
          #expect(typed == address, "\(template.id.rawValue) \(field.type.rawValue): \(line)")
        }
      }
    }
  }

  @Test func `Normalizing twice is normalizing once`() {
    var random = SplitMix64(seed: 7)
    for template in AddressTemplates.samples.all {
      for _ in 0..<20 {
        let once = template.normalized(.random(&random, template: template.id.rawValue))
        #expect(template.normalized(once) == once)
      }
    }
  }

  @Test(arguments: countries)
  func `No two doors of generated streets are one place`(_ country: String) throws {
    let template = try Self.template(country)
    let values: [AddressFieldType: [String]] = [
      .street: [
        "Sadowa", "Sądowa", "Pena", "Peña", "Sadowa 1", "Hòa", "Hoa", "Hóa", "Şişli", "Sisli",
      ],
      .house: ["1", "11", "1a", "1b", "1/1", "1-1", "1 1/2", "11/2", "б/н"],
      .apartment: ["", "1", "12", "1А", "office 1", "officer 1"],
    ]
    let others: [AddressFieldType: [String]] = [
      .floor: ["1", "-1"], .entrance: ["А", "Б"], .building: ["1", "1/2"],
      .bellName: ["Novak", "Novák"], .neighborhood: ["Peña", "Pena"],
    ]
    var addresses = [Address(city: 1, template: template.id)]
    for field in template.fields {
      guard let values = values[field.type] else { continue }
      addresses = addresses.flatMap { address in values.map { address.with(field.type, $0) } }
    }
    for (type, values) in others { addresses += values.map { addresses[0].with(type, $0) } }
    let places = Set(addresses.map(place))
    #expect(places.count == addresses.count)
  }

  @Test func `No two names that differ in a Vietnamese vowel or tone are one place`() {
    let vowels = "aăâeêioôơuưy".flatMap { vowel in
      ["", "\u{300}", "\u{301}", "\u{309}", "\u{303}", "\u{323}"].map { "\(vowel)\($0)" }
    }
    let names = vowels.flatMap { first in vowels.map { "Ng\(first)n Th\($0)" } } + ["Da", "Đa"]
    let places = names.flatMap { name in
      [name, name.uppercased()].map { place(.sample("", [.street: $0], template: "VN")) }
    }
    #expect(Set(places).count == names.count)
  }
}
