import AddressesTestSupport
import Commerce
import Storage
import StorageTestSupport
import Testing

@testable import Addresses

struct StoredAddressTests {
  private static let history = ReleaseHistory("addresses", class: .userState)
    .release(elements: StoredAddress.schema) { element, write in
      StoredAddress(
        id: SavedAddress.ID(rawValue: "id-\(element)"), serverID: "s\(write)",
        address: Address(
          city: CityID(rawValue: write), template: AddressTemplate.ID(rawValue: "T\(write)"),
          label: "title \(write)",
          fields: values(write).map { AddressField(AddressFieldType(rawValue: $0.key), $0.value) }
        ), used: Int64(write), isDefault: write % 2 == 0, obstacle: "obstacle \(write)")
    } facts: { kept in
      let values = kept.address.fields.map { ($0.type.rawValue, $0.value) }
      return Dictionary(uniqueKeysWithValues: values).merging([
        "label": kept.address.label, "server id": kept.serverID,
        "city": "\(kept.address.city.rawValue)", "template": kept.address.template.rawValue,
        "used": "\(kept.used)", "obstacle": kept.obstacle,
      ]) { $1 }
    }

  @Test(arguments: MigrationContract.rules(for: .userState))
  func `Every rule holds`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.history)
  }

  private static func values(_ write: Int) -> [String: String] {
    [
      "street": "street \(write)", "house": "\(write)", "apartment": "f\(write)",
      "comment": "comment \(write)", "floor": "floor \(write)", "balcony": "balcony \(write)",
    ]
  }
}
