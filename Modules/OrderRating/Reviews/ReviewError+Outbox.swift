import Sync

extension ReviewError {
  /// What the queue's failure means for the review of an order.
  init(_ error: OutboxError, about order: RatableOrder.ID) {
    self =
      switch error {
      case .journal(let error): .storage(error)
      case .notEncodable(let reason): .badForm(reason)
      case .full(let limit): .queueFull(limit: limit)
      case .unknownItem: .notWaiting(order)
      case .inFlight, .mayBeApplied: .mayBeApplied(order)
      }
  }
}
