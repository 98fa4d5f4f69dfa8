import Sync

/// A change of an address, as it is kept and sent.
struct AddressChange: OutboxChange {
  /// The address's name on this device.
  let address: SavedAddress.ID
  /// Names what the user did, also when later wishes are merged into it: the server does it once, and
  /// knows by it which address was made here.
  let operation: String
  /// What there is to be.
  let wish: AddressWish
  /// What has to be through before, because it makes room for this.
  var after: Set<Lane> = []
  /// The server's id of the address, when it had one: enough to find it when nothing else is kept.
  var serverID: String?

  var lane: Lane {
    // Of two defaults the later one counts, although they are two addresses.
    if case .prefer(let city) = wish { Lane("default", "\(city)") } else { .address(address) }
  }

  var dependencies: Dependencies {
    if case .prefer = wish { return .lanes([.address(address)]) }
    return after.isEmpty ? .none : .lanes(after)
  }

  func follow(_ earlier: AddressChange) -> Coalescing<AddressChange> {
    switch (earlier.wish, wish) {
    case (.make(let address, let used), .patch(let content, let last)):
      .merged(earlier.with(.make(content ?? address, used: max(used, last))))
    case (.patch(let content, let used), .patch(let next, let last)):
      .merged(earlier.with(.patch(next ?? content, used: max(used, last))))
    case (.make, .remove): .cancelled
    case (.patch, .remove): .merged(earlier.with(.remove))
    default: .both
    }
  }

  /// Whether it says anew all that an earlier one of its lane said, so that nothing is lost without
  /// that.
  func supersedes(_ earlier: AddressChange) -> Bool {
    switch (earlier.wish, wish) {
    case (_, .remove), (.prefer, .prefer): true
    case (.patch(_, let used), .patch(.some, let last)): used <= last
    default: false
    }
  }

  /// The same operation with another wish.
  func with(_ wish: AddressWish) -> AddressChange {
    AddressChange(
      address: address, operation: operation, wish: wish, after: after, serverID: serverID)
  }
}

/// What the user wants there to be of an address.
enum AddressWish: Codable, Sendable, Equatable {
  /// A new one, used at this time, in milliseconds since 1970, or never.
  case make(Address, used: Int64)
  /// Other fields, or a later time of use.
  case patch(Address?, used: Int64)
  /// None.
  case remove
  /// That it is the default of its city.
  case prefer(city: Int)

  /// What the address is to say.
  var content: Address? {
    switch self {
    case .make(let address, _): address
    case .patch(let address, _): address
    case .remove, .prefer: nil
    }
  }

  /// Whether it makes the address.
  var isNew: Bool { if case .make = self { true } else { false } }

  /// What it changes.
  var parts: Set<AddressPart> {
    switch self {
    case .make: [.existence]
    case .patch(nil, _): [.use]
    case .patch(_, 0): [.fields]
    case .patch: [.fields, .use]
    case .remove: [.removal]
    case .prefer: [.preference]
    }
  }
}

extension Lane {
  static func address(_ id: SavedAddress.ID) -> Lane { Lane("address", id.rawValue) }
}
