#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Sync

/// An address of the user's, as a screen shows it.
public struct SavedAddress: Sendable, Hashable, Identifiable {
  /// Names an address on this device; it never changes.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The name.
    public let rawValue: String
    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Which one it is.
  public let id: ID
  /// The name that the server knows it by; empty until it does.
  public let serverID: String
  /// What it says.
  public internal(set) var address: Address
  /// It, written out by its template.
  public internal(set) var lines: [String] = []
  /// What its template says of it now, which may have changed since it was saved.
  public internal(set) var check = AddressCheck()
  /// When it was last used to order; `nil` when it never was.
  public internal(set) var lastUsed: Date?
  /// Whether it is the one to begin with in its city.
  public internal(set) var isDefault: Bool
  /// What the server says about bringing something there.
  public internal(set) var obstacle: AddressObstacle?
  /// What the server does not have yet.
  public internal(set) var unsynced: Set<AddressPart> = []
  /// How far that got.
  public internal(set) var mark: AddressMark = .confirmed

  init(
    id: ID, serverID: String, address: Address, lastUsed: Date?, isDefault: Bool,
    obstacle: AddressObstacle?
  ) {
    self.id = id
    self.serverID = serverID
    self.address = address
    self.lastUsed = lastUsed
    self.isDefault = isDefault
    self.obstacle = obstacle
  }
}

/// A part of an address that can be ahead of the server.
public enum AddressPart: Sendable, Hashable, CaseIterable {
  /// All of it: it is new.
  case existence
  /// What it says.
  case fields
  /// When it was used.
  case use
  /// Whether it is the default.
  case preference
  /// That it is gone.
  case removal
}

/// Whether the server has an address or a change as it is shown: the badge beside it.
public enum AddressMark: Sendable, Hashable {
  /// The server has it.
  case confirmed
  /// A change waits to be sent.
  case pending
  /// A change was sent and has no answer: the server may have it.
  case maybeApplied
  /// A change was refused, and the user has to decide.
  case failed(ChangeRefusal<AddressObstacle>)
}

/// Why the server refuses an address, or would bring nothing there.
public enum AddressObstacle: Sendable, Hashable, Codable {
  /// It was removed on another device: retry, which creates it again, or discard the change.
  case removedElsewhere
  /// Nothing is delivered in its city any more: choose another city.
  case cityClosed
  /// It is too far away: choose another address.
  case outsideZone
  /// Anything else, in the server's words.
  case other(String)
}

/// The text in stored addresses and journals of every release.
extension AddressObstacle: LosslessStringConvertible {
  /// Reads a stored text.
  public init(_ description: String) {
    self =
      switch description {
      case "removedElsewhere": .removedElsewhere
      case "cityClosed": .cityClosed
      case "outsideZone": .outsideZone
      default: .other(description)
      }
  }

  /// The text that is stored.
  public var description: String {
    switch self {
    case .removedElsewhere: "removedElsewhere"
    case .cityClosed: "cityClosed"
    case .outsideZone: "outsideZone"
    case .other(let text): text
    }
  }
}
