import Orders
import ShowcaseKit
import Sync

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

extension OrdersError {
  /// User-facing text for an error of the module `Orders`.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .badID(let id): "\(id) is not an order"
    case .badOrder(let id): "the order \(id) has no lines"
    case .unknownOrder(let id): "there is no order \(id)"
    case .tooLate: "it is too late to cancel"
    case .notFinished(let id): "the order \(id) has not ended"
    }
  }
}

extension OrderProblem.Kind {
  /// User-facing text for a problem of an order.
  var words: String {
    switch self {
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .anotherAccount: "it is of another account"
    case .wentBack(let status): "the server went back to \(status.words)"
    case .unknownToServer: "the server does not know it yet"
    }
  }
}

extension SyncStatus<CancellationRejection> {
  /// User-facing text for the status of a cancellation.
  var words: String {
    switch self {
    case .confirmed: "canceled"
    case .pending: ChangeWords.pending
    case .maybeApplied: ChangeWords.maybeApplied
    case .failed(let refusal):
      ChangeWords.rejected(
        refusal.words { rejection in
          switch rejection {
          case .tooLate: "too late"
          case .unknownOrder: "the order is not known"
          case .other(let code): code
          }
        })
    }
  }
}
