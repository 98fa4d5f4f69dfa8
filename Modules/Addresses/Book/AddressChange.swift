import Sync

/// A change of an address, as it is stored and sent.
struct AddressChange: OutboxChange {
  typealias Rejection = AddressObstacle

  /// The address's id on this device.
  let address: SavedAddress.ID
  /// The id of the user's action, also when later changes are merged into it.
  ///
  /// The server applies an operation once, and lists it with the address that it has made.
  let operation: String
  /// The wanted result.
  let wish: AddressWish
  /// The lanes of the addresses that leave the place first.
  var after: Set<Lane> = []
  /// The server's id of the address when the change was made.
  ///
  /// It identifies the address when the stored addresses are lost. ``noServerID`` if the server had not
  /// answered to the new address; the answer tells the id to the pending changes.
  var serverID: String?

  /// The server's id of an address that the server has not confirmed.
  static let noServerID = ""

  static func rejection(fromStoredText text: String) -> AddressObstacle? { AddressObstacle(text) }

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

  /// Returns whether nothing is lost without an earlier change of the same lane.
  func supersedes(_ earlier: AddressChange) -> Bool {
    switch (earlier.wish, wish) {
    case (_, .remove), (.prefer, .prefer): true
    case (.patch(_, let used), .patch(.some, let last)): used <= last
    default: false
    }
  }

  /// Returns the same operation with another result.
  func with(_ wish: AddressWish) -> AddressChange {
    AddressChange(
      address: address, operation: operation, wish: wish, after: after, serverID: serverID)
  }
}

/// The wanted result of a change.
enum AddressWish: Codable, Sendable, Equatable {
  /// A new address, used at this time, in milliseconds since 1970, or never.
  case make(Address, used: Int64)
  /// Other fields, or a later time of use.
  case patch(Address?, used: Int64)
  /// No address.
  case remove
  /// The default of its city.
  case prefer(city: Int)

  /// The content that the address is to have.
  var content: Address? {
    switch self {
    case .make(let address, _): address
    case .patch(let address, _): address
    case .remove, .prefer: nil
    }
  }

  /// Whether it creates the address.
  var isNew: Bool { if case .make = self { true } else { false } }

  /// The parts of the address that change.
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
