import Sync

extension AddressError {
  /// What the queue's failure means for the user of the book.
  init(_ error: OutboxError) {
    self =
      switch error {
      case .journal(let error): .storage(error)
      case .notEncodable(let reason): .badTemplates(reason)
      case .full(let limit): .queueFull(limit: limit)
      case .unknownItem(let id): .unknownChange(id)
      case .inFlight(let id), .mayBeApplied(let id): .mayBeApplied(id)
      }
  }
}
