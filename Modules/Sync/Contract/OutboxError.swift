public import Storage

/// An error of a call to an ``Outbox``.
public enum OutboxError: Error, Sendable, Hashable {
  /// The journal cannot be read. Nothing was changed.
  case journal(StorageError)
  /// The journal has changes of the account with this id. Nothing was changed or sent.
  case anotherAccount(String)
  /// The change cannot be encoded: a mistake in its `Encodable` conformance.
  case notEncodable(String)
  /// The queue has this many changes that are not applied, its limit. Nothing was changed.
  case full(limit: Int)
  /// The queue does not contain this change.
  case unknownItem(Int)
  /// The change is being sent or written. Try again afterwards.
  case inFlight(Int)
  /// The server may have applied the change. Enqueue one that undoes it.
  case mayBeApplied(Int)
}
