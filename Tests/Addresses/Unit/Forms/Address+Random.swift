import Addresses
import Networking
import SyncTestSupport

extension Address {
  /// Returns an address with all kinds of values, valid and invalid.
  static func random(_ random: inout SplitMix64, template: String = "XX") -> Address {
    Address(
      city: CityID(rawValue: Int.random(in: 1...3, using: &random)),
      template: AddressTemplate.ID(rawValue: template),
      label: values.randomElement(using: &random) ?? "", fields: randomFields(&random))
  }

  /// Returns random fields in random order.
  static func randomFields(_ random: inout SplitMix64) -> [AddressField] {
    let count = Int.random(in: 0...types.count, using: &random)
    return types.shuffled(using: &random).prefix(count).map { type in
      AddressField(type, values.randomElement(using: &random) ?? "")
    }
  }

  static let types: [AddressFieldType] = [
    .street, .microdistrict, .neighborhood, .district, .region, .house, .building, .buildingName,
    .entrance, .doorCode, .floor, .apartment, .bellName, .landmark, .postcode, .phone, .comment,
    AddressFieldType(rawValue: "balcony"),
  ]

  static let values = [
    "1", "25/1", "12к3", "7Б", "221B", " two  words ", "ЁЛКИ", "İstanbul", "Dubai", "050012",
    "SW1A 1AA", "00-950", "🏠", "1️⃣", "a\u{0}b", "\u{202E}abc", "e\u{301}", "+7 701 123 45 67",
    String(repeating: "x", count: 300), "\n\t", "ƒ", "§", "O'Neil", "١٢", "12\u{200D}3",
  ]
}
