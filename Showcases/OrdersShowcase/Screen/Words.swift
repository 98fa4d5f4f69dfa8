import Orders

extension OrderStatus {
  /// User-facing text for the status of an order.
  var words: String {
    switch self {
    case .created: "placed"
    case .confirmed: "accepted"
    case .inPreparation: "being prepared"
    case .readyForPickup: "ready"
    case .inTransit: "on the way"
    case .fulfilled: "received"
    case .rejected: "not accepted"
    case .cancelled: "canceled"
    case .unknown(let name): "\u{201C}\(name)\u{201D}"
    }
  }
}

extension OrderProblem.Kind {
  /// User-facing text for a problem of an order.
  var words: String {
    switch self {
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .anotherAccount: "it is of another account"
    case .unknownToServer: "the server does not know it yet"
    }
  }
}
