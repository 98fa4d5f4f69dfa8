import Networking
import Sync

/// The body of every successful response of the address service: all addresses of the user.
struct AddressDocument: Decodable, Sendable, Equatable {
  struct Row: Decodable, Sendable, Equatable {
    let id: String
    /// The ids of the operations that have created the address.
    ///
    /// There are several ids if two devices have created an address at the same place.
    let origins: [String]
    let address: Address
    let used: Int64
    let isDefault: Bool
    let problem: Problem?
  }

  struct Problem: Decodable, Sendable, Equatable {
    let code: String
    let reason: String?

    /// The text for ``StoredAddress/obstacle``.
    ///
    /// The text is `code` if this release knows the code, or if `reason` is `nil`. Otherwise it is the
    /// first 300 characters of `reason`.
    var obstacle: String {
      if case .other = DeliveryRestriction(code) { return String((reason ?? code).prefix(300)) }
      return code
    }
  }

  /// The revision of the list, which increases with each change of an address.
  let revision: Int
  let addresses: [Row]

  private var isUsable: Bool {
    revision > 0 && addresses.count <= 1_000
      && Set(addresses.map(\.id)).count == addresses.count
      && addresses.allSatisfy { !$0.id.isEmpty && $0.address.fields.count <= 40 }
  }
}

extension AddressDocument {
  /// Decodes the list of addresses from a response.
  ///
  /// - Throws: `UnusableBody` if the list exceeds a limit or repeats an id.
  init(_ response: HTTPResponse) throws(UnusableBody) {
    self = try response.json(AddressDocument.self)
    guard isUsable else { throw UnusableBody(reason: "not a list of addresses") }
  }

  /// Returns the update that replaces ``AddressBase/addresses`` by this list.
  func update() -> ServerUpdate<AddressBase> {
    ServerUpdate(version: ServerVersion(revision)) { $0.apply(self) }
  }
}
