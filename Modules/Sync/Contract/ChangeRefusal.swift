/// The reason for which a change waits for the user's decision.
public enum ChangeRefusal<Rejection: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The server refuses the change permanently.
  case rejected(Rejection)
  /// The server has a newer value, and the change could not be adapted to it.
  case conflict
  /// The change was not sent while it was valid; see ``OutboxChange/validFor``.
  case expired
  /// This release cannot decode the change; the change stays stored for a later release.
  case unreadable
}

extension ChangeRefusal: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .rejected(let reason): "\(reason)"
    case .conflict: "changed on another device"
    case .expired: "not sent in time"
    case .unreadable: "made by a newer release of the app"
    }
  }
}
