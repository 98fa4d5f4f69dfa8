import AddressesTestSupport
import Commerce
import Foundation
import SyncTestSupport
import Testing

@testable import Addresses

struct FormPropertyTests {
  @Test(arguments: AddressTemplates.samples.all)
  func `The order of the fields means nothing`(_ template: AddressTemplate) {
    var random = SplitMix64(seed: 1)
    for _ in 0..<10 {
      let fields = Address.randomFields(&random)
      let shuffled = fields.shuffled(using: &random)
      let first = Address(city: 1, template: template.id, fields: fields)
      let second = Address(city: 1, template: template.id, fields: shuffled)
      #expect(first == second)
      #expect(template.check(first) == template.check(second))
      #expect(template.lines(of: first) == template.lines(of: second))
      #expect(place(first) == place(second))
    }
  }

  @Test(arguments: AddressTemplates.samples.all)
  func `No entered value is hidden or lost in any form`(_ template: AddressTemplate) throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<10 {
      let address = Address.random(&random, template: template.id.rawValue)
      let text = template.lines(of: address).joined(separator: "\n")
      for field in address.fields { #expect(text.contains(field.value)) }
      let data = try JSONEncoder().encode(address)
      #expect(try JSONDecoder().decode(Address.self, from: data) == address)
      // The fields are set one by one, as a screen does it.
      var copy = Address(city: address.city, template: template.id, label: address.label)
      for field in address.fields { copy[field.type] = field.value }
      #expect(copy == address)
    }
  }

  @Test
  func `Each problem is told once for a field, errors apart from warnings, in the form's order`() {
    var random = SplitMix64(seed: 5)
    for template in AddressTemplates.samples.all {
      for _ in 0..<10 {
        let check = template.check(.random(&random, template: template.id.rawValue))
        #expect(Set(check.errors).count == check.errors.count)
        #expect(Set(check.errors).isDisjoint(with: check.warnings))
        let asked = check.errors.compactMap { problem in
          template.fields.firstIndex { $0.type == problem.field }
        }
        #expect(asked == asked.sorted())
      }
    }
  }

  @Test func `Tidying twice is tidying once`() {
    for value in Address.values { #expect(value.tidied.tidied == value.tidied) }
  }

  @Test func `A place is the same whatever its case, commas and spaces`() {
    for example in Address.examples {
      let turkic = Locale(identifier: ["TR", "AZ"].contains(example.label) ? "tr" : "en")
      let shouted = example.fields.map { field in
        let value = field.value.uppercased(with: turkic)
        return AddressField(field.type, "  " + value.replacing(" ", with: "  ") + ",")
      }
      let (template, fields) = (example.template, example.fields)
      let second = Address(city: 1, template: template, label: "b", fields: shouted)
      #expect(place(example) == place(second), "\(template.rawValue)")
      #expect(place(example) != place(Address(city: 2, template: template, fields: fields)))
    }
  }
}

extension Address {
  /// Returns an address with all kinds of values, valid and invalid.
  static func random(_ random: inout SplitMix64, template: String = "XX") -> Address {
    Address(
      city: CityID(rawValue: Int.random(in: 1...3, using: &random)),
      template: AddressTemplate.ID(rawValue: template),
      label: values.randomElement(using: &random) ?? "", fields: randomFields(&random))
  }

  /// Returns random fields in random order.
  fileprivate static func randomFields(_ random: inout SplitMix64) -> [AddressField] {
    let count = Int.random(in: 0...types.count, using: &random)
    return types.shuffled(using: &random).prefix(count).map { type in
      AddressField(type, values.randomElement(using: &random) ?? "")
    }
  }

  private static let types: [AddressFieldType] = [
    .street, .microdistrict, .neighborhood, .district, .region, .house, .building, .buildingName,
    .entrance, .doorCode, .floor, .apartment, .bellName, .landmark, .postcode, .phone, .comment,
    AddressFieldType(rawValue: "balcony"),
  ]

  fileprivate static let values = [
    "1", "25/1", "12к3", "7Б", "221B", " two  words ", "ЁЛКИ", "İstanbul", "Dubai", "050012",
    "SW1A 1AA", "00-950", "🏠", "1️⃣", "a\u{0}b", "\u{202E}abc", "e\u{301}", "+7 701 123 45 67",
    String(repeating: "x", count: 300), "\n\t", "ƒ", "§", "O'Neil", "١٢", "12\u{200D}3",
  ]
}

/// Returns the text that identifies the place of an address.
func place(_ address: Address) -> String { AddressTemplates.samples.place(of: address) }
