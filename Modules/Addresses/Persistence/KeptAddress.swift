import Storage

/// An address as the server had it last, under its name on this device: this module's storage choice.
///
/// The addresses are few, and changed one at a time: a collection in memory that is backed by a file.
/// What the server does not have yet is not in here but in the journal of the queue, so that the two
/// cannot contradict each other.
struct KeptAddress: Codable, Sendable, Equatable, Identifiable {
  /// Its name on this device, which never changes; of what came from the server, the server's.
  var id: SavedAddress.ID
  let serverID: String
  var address: Address
  /// When it was last used, in milliseconds since 1970; 0 when it never was.
  var used: Int64
  var isDefault: Bool
  /// What the server says against it; empty when nothing.
  var obstacle: String

  static let schema = KeptAddressV2.schema.step(
    "alias becomes label; what the server says against an address is kept",
    up: KeptAddress.init, down: KeptAddressV2.init,
    merge: { kept, returned in
      var merged = returned
      merged.obstacle = kept.obstacle
      return merged
    })

  static func repository(in directory: StorageDirectory) -> CollectionRepository<KeptAddress> {
    CollectionRepository(
      .memoryBackedByFile("addresses"), class: .userState, schema: schema, in: directory)
  }
}
