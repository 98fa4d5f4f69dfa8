import AddressesTestSupport
import Foundation
import Networking
import Sandbox
import SyncTestSupport
import Testing

@testable import Addresses

@Suite("Whatever an address says")
struct FormPropertyTests {
  @Test(arguments: AddressTemplates.samples.all)
  func `The order of the fields means nothing`(_ template: AddressTemplate) {
    var random = SplitMix64(seed: 1)
    for _ in 0..<60 {
      let fields = Address.randomFields(&random)
      let shuffled = fields.shuffled(using: &random)
      let first = Address(city: 1, template: template.id, fields: fields)
      let second = Address(city: 1, template: template.id, fields: shuffled)
      #expect(first == second)
      #expect(template.check(first) == template.check(second))
      #expect(template.lines(of: first) == template.lines(of: second))
      #expect(first.place == second.place)
    }
  }

  @Test(arguments: AddressTemplates.samples.all)
  func `No entered value is hidden or lost in any form`(_ template: AddressTemplate) throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
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

  @Test func `An address that goes through all templates comes back as it was`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<40 {
      let address = Address.random(&random)
      var moved = address
      for template in AddressTemplates.samples.all {
        moved = Address(
          city: moved.city, template: template.id, label: moved.label, fields: moved.fields)
      }
      #expect(moved.fields == address.fields)
    }
  }

  @Test
  func `Each problem is told once for a field, errors apart from warnings, in the form's order`() {
    var random = SplitMix64(seed: 5)
    for template in AddressTemplates.samples.all {
      for _ in 0..<40 {
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

  @Test func `A place is the same whatever its case, accents, commas and spaces`() {
    for content in AddressView.Content.examples(in: 1) {
      let fields = content.fields.map { AddressField(.init(rawValue: $0.type), $0.value) }
      let shouted = fields.map { field in
        AddressField(field.type, "  " + field.value.uppercased().replacing(" ", with: "  ") + ",")
      }
      let template = AddressTemplate.ID(rawValue: content.template)
      let first = Address(city: 1, template: template, label: "a", fields: fields)
      let second = Address(city: 1, template: template, label: "b", fields: shouted)
      #expect(first.place == second.place, "\(content.template)")
      #expect(first.place != Address(city: 2, template: template, fields: fields).place)
    }
  }
}
