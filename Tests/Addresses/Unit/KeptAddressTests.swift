import AddressesTestSupport
import Networking
import Storage
import StorageTestSupport
import SyncTestSupport
import Testing

@testable import Addresses

struct KeptAddressTests {
  private static let history = ReleaseHistory("addresses", class: .userState)
    .release(elements: StoredSchema(KeptAddressV1.self)) { element, write in
      KeptAddressV1(
        id: "id-\(element)", remoteID: "s\(write)", city: write, country: "T\(write)",
        title: "title \(write)", street: "street \(write)", house: "\(write)", flat: "f\(write)",
        comment: "comment \(write)")
    } facts: {
      facts(
        $0.title, $0.remoteID, $0.city, $0.country,
        ["street": $0.street, "house": $0.house, "apartment": $0.flat, "comment": $0.comment])
    }
    .release(elements: KeptAddressV2.schema) { element, write in
      KeptAddressV2(
        id: "id-\(element)", serverID: "s\(write)", city: write, template: "T\(write)",
        alias: "title \(write)",
        fields: values(write).sorted { $0.key < $1.key }.map {
          .init(type: $0.key, value: $0.value)
        },
        used: Int64(write), isDefault: write % 2 == 0)
    } facts: { kept in
      let values = Dictionary(uniqueKeysWithValues: kept.fields.map { ($0.type, $0.value) })
      return facts(kept.alias, kept.serverID, kept.city, kept.template, values)
        .merging(["used": "\(kept.used)"]) { $1 }
    }
    .release(elements: KeptAddress.schema) { element, write in
      KeptAddress(
        id: SavedAddress.ID(rawValue: "id-\(element)"), serverID: "s\(write)",
        address: Address(
          city: CityID(rawValue: write), template: AddressTemplate.ID(rawValue: "T\(write)"),
          label: "title \(write)",
          fields: values(write).map { AddressField(AddressFieldType(rawValue: $0.key), $0.value) }
        ), used: Int64(write), isDefault: write % 2 == 0, obstacle: "obstacle \(write)")
    } facts: { kept in
      let values = kept.address.fields.map { ($0.type.rawValue, $0.value) }
      return facts(
        kept.address.label, kept.serverID, kept.address.city.rawValue,
        kept.address.template.rawValue,
        Dictionary(uniqueKeysWithValues: values)
      ).merging(["used": "\(kept.used)", "obstacle": kept.obstacle]) { $1 }
    }

  @Test(arguments: MigrationContract.allCases)
  func `Every rule holds`(_ rule: MigrationContract) async throws {
    try await rule.verify(Self.history)
  }

  @Test func `An address of release 1 has not been used, and is not the default one`() {
    let kept = KeptAddressV2(
      KeptAddressV1(
        id: "1", remoteID: "", city: 1, country: "KZ", title: "", street: "Abay", house: "1",
        flat: "", comment: ""))
    #expect(kept.used == 0 && !kept.isDefault)
  }

  private static func values(_ write: Int) -> [String: String] {
    [
      "street": "street \(write)", "house": "\(write)", "apartment": "f\(write)",
      "comment": "comment \(write)", "floor": "floor \(write)", "balcony": "balcony \(write)",
    ]
  }

  private static func facts(
    _ label: String, _ serverID: String, _ city: Int, _ template: String, _ values: [String: String]
  ) -> [String: String] {
    values.merging(
      ["label": label, "server id": serverID, "city": "\(city)", "template": template]
    ) { $1 }
  }
}
