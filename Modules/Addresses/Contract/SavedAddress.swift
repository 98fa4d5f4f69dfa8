public import Foundation
public import Sync

/// An address of the user, as a screen shows it.
public struct SavedAddress: Sendable, Hashable, Identifiable {
  /// The id of an address on this device, which never changes.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The text of the id: a key of this device, or the server's id if another device created the address.
    public let rawValue: String
    /// Creates an id from its stored text, without checking that the book has the address.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The id on this device, to pass to the functions of the ``AddressBook``; it never changes.
  public let id: ID
  /// The server's id of the address; empty until the server has confirmed it.
  public let serverID: String
  /// The content of the address, with the pending changes that the server has not refused.
  public internal(set) var address: Address
  /// The lines of the address, formatted by its template in the language of the chosen city's context.
  ///
  /// If this release does not have the template, each line is the value of a field.
  public internal(set) var lines: [String] = []
  /// The result of validating the address by the current template, which may be newer than the address.
  public internal(set) var check = AddressCheck()
  /// The time of the last ``AddressBook/use(_:)`` on any device, by the clock of that device; `nil` before
  /// the first one.
  public internal(set) var lastUsed: Date?
  /// Whether the address is the default of its city, which ``AddressBookState/preselected`` prefers.
  public internal(set) var isDefault: Bool
  /// The reason why the service does not deliver to the address; `nil` if there is none.
  public internal(set) var obstacle: DeliveryRestriction?
  /// The parts with pending changes, which the server has not confirmed.
  public internal(set) var unsynced: Set<AddressPart> = []
  /// The status of the pending changes of the address: `confirmed` if there are none.
  ///
  /// If the server has refused one of the changes, the status is `failed`. Otherwise it is the status of
  /// the last change.
  public internal(set) var status: SyncStatus<DeliveryRestriction> = .confirmed
}

/// A part of an address that a change can affect.
public enum AddressPart: Sendable, Hashable, CaseIterable {
  /// The address itself, if the change creates it.
  case existence
  /// The content: city, template, label and fields.
  case fields
  /// The time of the last order to the address.
  case use
  /// The selection of the address as the default of its city.
  case preference
  /// The address itself, if the change removes it.
  case removal
}
