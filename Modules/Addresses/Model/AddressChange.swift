import Commerce
import Sync

/// A change of an address, in the form in which it is stored and sent.
struct AddressChange: OutboxChange {
  typealias Rejection = DeliveryRestriction

  /// The id of the address on this device.
  let address: SavedAddress.ID
  /// The id of the user's action, which the server calls an operation.
  ///
  /// The server applies each operation only once. In the server's list, each address contains the id of
  /// the operation that created the address. The address contains several ids if several devices created
  /// it. The id stays the same if a later change is merged into this change.
  let operation: String
  /// The user's edit of the address.
  let edit: AddressEdit
  /// The lanes of other addresses whose pending changes have to be applied before this change.
  ///
  /// For example, a pending change moves or removes address A, and this change puts address B at A's
  /// former place; see ``AddressTemplates/place(of:)``. If this change were applied first, both addresses
  /// would be at one place, and the server would merge them.
  var after: Set<Lane> = []
  /// The server's id of the address when the user made the change.
  ///
  /// If the stored addresses are lost, the app finds the address in the server's list by this id. The
  /// value is `nil` if the server had not confirmed the address.
  var serverID: String?

  /// Whether the change adds the address of another book.
  var isAdoption: Bool { operation.hasPrefix("adopted-") }

  /// Returns the operation that adds the address with this id in another book.
  static func adoption(of id: SavedAddress.ID) -> String { "adopted-\(id.rawValue)" }

  var lane: Lane {
    // A city can have only one default address. So all choices of a default in a city have the same
    // lane, and are sent one after the other.
    if case .prefer(let city) = edit { Lane("default", "\(city)") } else { .address(address) }
  }

  var dependencies: Set<Lane> { if case .prefer = edit { [.address(address)] } else { after } }

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

  /// Whether an earlier change of the same `Lane` has no effect once this change is applied.
  ///
  /// A removal supersedes every change. The choice of a default supersedes an earlier choice. A patch
  /// with content supersedes an earlier ``AddressEdit/patch(_:used:)``, unless the earlier patch has a
  /// later `used`, the time of the last order. Without the earlier patch, this time would be lost.
  func supersedes(_ earlier: AddressChange) -> Bool {
    switch (earlier.edit, edit) {
    case (_, .remove), (.prefer, .prefer): true
    case (.patch(_, let used), .patch(.some, let last)): used <= last
    default: false
    }
  }

  /// Returns a copy of this change with another edit and the same operation id.
  func with(_ edit: AddressEdit) -> AddressChange {
    AddressChange(
      address: address, operation: operation, edit: edit, after: after, serverID: serverID)
  }
}

/// An edit of one address; it contains the new values, not their differences from the old values.
enum AddressEdit: Codable, Sendable, Equatable {
  /// A new address, with the time of the last order to it.
  ///
  /// `used` is this time in milliseconds since 1970; it is 0 before the first order.
  case make(Address, used: Int64)
  /// New content of the address, a new time of the last order to it, or both.
  ///
  /// If the first value is `nil`, the content stays unchanged. `used` is the time in milliseconds since
  /// 1970; 0 leaves the time unchanged.
  case patch(Address?, used: Int64)
  /// The removal of the address.
  case remove
  /// The selection of the address as the default of this city.
  case prefer(city: CityID)

  /// The new content of the address; `nil` if the edit does not change the content.
  var content: Address? {
    switch self {
    case .make(let address, _): address
    case .patch(let address, _): address
    case .remove, .prefer: nil
    }
  }

  /// Whether the edit creates the address.
  var isNew: Bool { if case .make = self { true } else { false } }

  /// The parts of the address that the edit changes.
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
