import Networking
import Sync

/// A change of an address, as it is stored and sent.
struct AddressChange: OutboxChange {
  typealias Rejection = DeliveryRestriction

  /// The id of the address on this device.
  let address: SavedAddress.ID
  /// The id of the user's action, also after later changes are merged into this one.
  ///
  /// The server applies an operation once, and lists it with the address that it has created.
  let operation: String
  /// The desired result.
  let edit: AddressEdit
  /// The lanes of the addresses that have to leave the place first.
  var after: Set<Lane> = []
  /// The server's id of the address when the change was made.
  ///
  /// It identifies the address after the stored addresses are lost. ``noServerID`` if the server
  /// has not confirmed the new address yet; its answer then supplies the id to the pending changes.
  /// `nil` in changes of earlier releases.
  var serverID: String?

  private enum CodingKeys: String, CodingKey {
    case address, operation
    case edit = "wish"
    case after, serverID
  }

  /// The server's id of an address that the server has not confirmed.
  static let noServerID = ""

  static func rejection(fromStoredText text: String) -> DeliveryRestriction? {
    DeliveryRestriction(text)
  }

  var lane: Lane {
    // One lane per city, because the later of two defaults counts although they are two addresses.
    if case .prefer(let city) = edit { Lane("default", "\(city)") } else { .address(address) }
  }

  var dependencies: ChangeDependencies {
    if case .prefer = edit { return .lanes([.address(address)]) }
    return after.isEmpty ? .none : .lanes(after)
  }

  func coalesce(after earlier: AddressChange) -> CoalescingResult<AddressChange> {
    switch (earlier.edit, edit) {
    case (.make(let address, let used), .patch(let content, let last)):
      .merged(earlier.with(.make(content ?? address, used: max(used, last))))
    case (.patch(let content, let used), .patch(let next, let last)):
      .merged(earlier.with(.patch(next ?? content, used: max(used, last))))
    case (.make, .remove): .cancelled
    case (.patch, .remove): .merged(earlier.with(.remove))
    default: .keepBoth
    }
  }

  /// Returns whether dropping an earlier change of the same lane loses nothing.
  func supersedes(_ earlier: AddressChange) -> Bool {
    switch (earlier.edit, edit) {
    case (_, .remove), (.prefer, .prefer): true
    case (.patch(_, let used), .patch(.some, let last)): used <= last
    default: false
    }
  }

  /// Returns the same operation with another result.
  func with(_ edit: AddressEdit) -> AddressChange {
    AddressChange(
      address: address, operation: operation, edit: edit, after: after, serverID: serverID)
  }
}

/// The desired result of a change.
enum AddressEdit: Codable, Sendable, Equatable {
  /// A new address, last used at this time in milliseconds since 1970; 0 for never.
  case make(Address, used: Int64)
  /// Other content, a later time of use, or both; `nil` and 0 keep the present ones.
  case patch(Address?, used: Int64)
  /// The removal of the address.
  case remove
  /// The default of this city.
  case prefer(city: CityID)

  /// The new content of the address; `nil` if the change keeps the content.
  var content: Address? {
    switch self {
    case .make(let address, _): address
    case .patch(let address, _): address
    case .remove, .prefer: nil
    }
  }

  /// Whether the change creates the address.
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
