import Sync

extension CartError {
  /// What the queue's failure means for the user of the cart.
  init(_ error: OutboxError) {
    self =
      switch error {
      case .journal(let error): .storage(error)
      case .notEncodable(let reason): .badItem(reason)
      case .full(let limit): .queueFull(limit: limit)
      case .unknownItem(let id): .unknownChange(id)
      case .inFlight(let id), .mayBeApplied(let id): .mayBeApplied(id)
      }
  }
}
