#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Sync

/// An address of the user, as a screen shows it.
public struct SavedAddress: Sendable, Hashable, Identifiable {
  /// The id of an address on this device; it never changes.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The text of the id.
    public let rawValue: String
    /// Creates an id from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The id on this device.
  public let id: ID
  /// The server's id; empty until the server has answered.
  public let serverID: String
  /// The content of the address.
  public internal(set) var address: Address
  /// The content, formatted by its template.
  ///
  /// If the template is unknown to this release, the values of the fields.
  public internal(set) var lines: [String] = []
  /// The result of the current template's check, which may differ from the one when it was saved.
  public internal(set) var check = AddressCheck()
  /// The time of the last order to the address; `nil` before the first.
  public internal(set) var lastUsed: Date?
  /// Whether the address is the default of its city.
  public internal(set) var isDefault: Bool
  /// The server's reason why it would not deliver to the address; `nil` if there is none.
  public internal(set) var obstacle: DeliveryRestriction?
  /// The parts that the server does not have yet.
  public internal(set) var unsynced: Set<AddressPart> = []
  /// The status of those parts at the server.
  public internal(set) var status: SyncStatus<DeliveryRestriction> = .confirmed
}

/// A part of an address that can be newer than at the server.
public enum AddressPart: Sendable, Hashable, CaseIterable {
  /// The whole address: it is new.
  case existence
  /// The content.
  case fields
  /// The time of the last order.
  case use
  /// The default of the city.
  case preference
  /// The removal of the address.
  case removal
}

/// The server's reason to refuse an address or not to deliver to it.
public enum DeliveryRestriction: Sendable, Hashable, Codable {
  /// The address was removed on another device: retry, which creates it again, or discard the
  /// change.
  case removedElsewhere
  /// The service no longer delivers in the city: choose another city.
  case cityClosed
  /// The address is outside the delivery zone: choose another address.
  case outsideZone
  /// Any other reason, in the server's words.
  case other(String)
}

/// The text in stored addresses and journals of every release.
extension DeliveryRestriction: LosslessStringConvertible {
  /// Creates an obstacle from its stored text.
  public init(_ description: String) {
    self =
      switch description {
      case "removedElsewhere": .removedElsewhere
      case "cityClosed": .cityClosed
      case "outsideZone": .outsideZone
      default: .other(description)
      }
  }

  /// The stored text.
  public var description: String {
    switch self {
    case .removedElsewhere: "removedElsewhere"
    case .cityClosed: "cityClosed"
    case .outsideZone: "outsideZone"
    case .other(let text): text
    }
  }
}
