import Storage

/// The stored form of an address: the last version from the server, with the address's id on this
/// device.
///
/// A user has few addresses, so all of them are loaded into memory and stored in one file. This file
/// does not contain pending changes. They are stored only in the journal, so the file and the journal
/// cannot contradict each other.
struct StoredAddress: Codable, Sendable, Equatable, Identifiable {
  /// The id on this device, which never changes.
  ///
  /// If the address was created on another device, the value is the server's id.
  var id: SavedAddress.ID
  let serverID: String
  var address: Address
  /// The time of the last order to the address in milliseconds since 1970; 0 before the first order.
  var used: Int64
  var isDefault: Bool
  /// The ``DeliveryRestriction`` in its stored form; empty if there is none.
  var obstacle: String

  static let schema = StoredSchema(StoredAddress.self)

  static func repository(in directory: StorageDirectory) -> CollectionRepository<StoredAddress> {
    CollectionRepository(
      .memoryBackedByFile("addresses"), class: .userState, schema: schema, in: directory)
  }
}
