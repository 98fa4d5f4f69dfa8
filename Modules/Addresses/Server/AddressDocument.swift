/// All addresses of the user as they come from the server, in every answer alike.
struct AddressDocument: Decodable, Sendable, Equatable {
  struct Row: Decodable, Sendable, Equatable {
    let id: String
    /// The operations that made it: more than one when two devices meant the same place.
    let origins: [String]
    let address: Address
    let used: Int64
    let isDefault: Bool
    let problem: Problem?
  }

  struct Problem: Decodable, Sendable, Equatable {
    let code: String
    let reason: String?

    /// What it is kept as: the code when this release knows it, else the server's words.
    var obstacle: String {
      if case .other = AddressObstacle(code) { return String((reason ?? code).prefix(300)) }
      return code
    }
  }

  /// Grows with each change of any of them.
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

  /// Decodes a list; throws if it is out of bounds or has an id twice.
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
