/// The body of every response: all addresses of the user.
struct AddressDocument: Decodable, Sendable, Equatable {
  struct Row: Decodable, Sendable, Equatable {
    let id: String
    /// The operations that have created the address.
    ///
    /// There are several if two devices have created an address at the same place.
    let origins: [String]
    let address: Address
    let used: Int64
    let isDefault: Bool
    let problem: Problem?
  }

  struct Problem: Decodable, Sendable, Equatable {
    let code: String
    let reason: String?

    /// The text to store for the delivery problem: its code if this release knows it, otherwise the
    /// server's reason.
    ///
    /// The reason is cut to 300 characters.
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
  private enum CodingKeys: CodingKey { case revision, addresses }

  /// Decodes a list.
  ///
  /// - Throws: `DecodingError` if the list exceeds a limit or repeats an id.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    revision = try values.decode(Int.self, forKey: .revision)
    addresses = try values.decode([Row].self, forKey: .addresses)
    guard isUsable else {
      throw DecodingError.dataCorruptedError(
        forKey: .addresses, in: values, debugDescription: "not a list of addresses")
    }
  }
}
