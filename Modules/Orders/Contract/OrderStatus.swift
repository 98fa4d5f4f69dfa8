/// The stage of an order between its receipt by the server and its end.
public enum OrderStatus: Sendable, Hashable {
  /// The server has received the order, but the restaurant has not accepted it yet.
  case created
  /// The restaurant has accepted the order.
  case confirmed
  /// The restaurant prepares the order.
  case inPreparation
  /// The order is ready: the user or the courier can collect it.
  case readyForPickup
  /// The courier is bringing the order to the user.
  case inTransit
  /// The user has received the order.
  ///
  /// This status is final.
  case fulfilled
  /// The restaurant has refused the order.
  ///
  /// This status is final.
  case rejected
  /// The order was canceled, for example by ``OrderTracker/cancel(_:)``.
  ///
  /// This status is final.
  case cancelled
  /// A status that this release does not know, with the server's name.
  case unknown(String)

  /// Whether the status is final: the order has ended, unless the server reinstates it.
  ///
  /// An order with an unknown status may have ended, too; see ``Order/hasEnded``.
  var isFinal: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled: true
    case .created, .confirmed, .inPreparation, .readyForPickup, .inTransit, .unknown: false
    }
  }
}

extension OrderStatus {
  var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension OrderStatus: RawRepresentable, Codable {
  private static let known: [OrderStatus] = [
    .created, .confirmed, .inPreparation, .readyForPickup, .inTransit, .fulfilled, .rejected,
    .cancelled,
  ]

  /// Creates a status from the server's name for it; an unknown name becomes ``unknown(_:)``.
  public init(rawValue: String) {
    self = Self.known.first { $0.rawValue == rawValue } ?? .unknown(rawValue)
  }

  /// The server's name for the status, such as `inTransit`, as it is sent and stored.
  public var rawValue: String {
    switch self {
    case .created: "created"
    case .confirmed: "confirmed"
    case .inPreparation: "inPreparation"
    case .readyForPickup: "readyForPickup"
    case .inTransit: "inTransit"
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .cancelled: "cancelled"
    case .unknown(let name): name
    }
  }
}
