import Networking
import Sync

/// A change of an address, in the form in which it is stored and sent.
struct AddressChange: OutboxChange {
  typealias Rejection = DeliveryRestriction

  /// The id of the address on this device.
  let address: SavedAddress.ID
  /// The id of the user's action; the same after later changes have been merged into this one.
  ///
  /// The server applies an operation once, and names it in its list at the address that it has created.
  let operation: String
  /// The requested result.
  let edit: AddressEdit
  /// The lanes of other addresses that have to leave the place of this address before the change is sent.
  var after: Set<Lane> = []
  /// The server's id of the address when the change was made.
  ///
  /// It identifies the address if the stored addresses are lost. ``noServerID`` if the server had not
  /// confirmed the new address; the server's answer then supplies the id. `nil` if an earlier release
  /// made the change.
  var serverID: String?

  private enum CodingKeys: String, CodingKey {
    case address, operation
    case edit = "wish"
    case after, serverID
  }

  /// The value of ``serverID`` for an address that the server has not confirmed.
  static let noServerID = ""

  static func rejection(fromStoredText text: String) -> DeliveryRestriction? {
    DeliveryRestriction(text)
  }

  var lane: Lane {
    // One lane per city, because two defaults of a city exclude each other although they are two
    // addresses.
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

  /// Whether the change makes an earlier one of its lane superfluous.
  func supersedes(_ earlier: AddressChange) -> Bool {
    switch (earlier.edit, edit) {
    case (_, .remove), (.prefer, .prefer): true
    case (.patch(_, let used), .patch(.some, let last)): used <= last
    default: false
    }
  }

  /// Returns a change with the same operation and another result.
  func with(_ edit: AddressEdit) -> AddressChange {
    AddressChange(
      address: address, operation: operation, edit: edit, after: after, serverID: serverID)
  }
}

/// The requested result of a change.
enum AddressEdit: Codable, Sendable, Equatable {
  /// A new address; `used` is the time of its last use in milliseconds since 1970, or 0.
  case make(Address, used: Int64)
  /// New content, a later time of use, or both; `nil` or 0 means no change.
  case patch(Address?, used: Int64)
  /// The removal of the address.
  case remove
  /// The selection of the address as the default of this city.
  case prefer(city: CityID)

  /// The new content of the address; `nil` if the content is not changed.
  var content: Address? {
    switch self {
    case .make(let address, _): address
    case .patch(let address, _): address
    case .remove, .prefer: nil
    }
  }

  /// Whether the change creates the address.
  var isNew: Bool { if case .make = self { true } else { false } }

  /// The changed parts of the address.
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
