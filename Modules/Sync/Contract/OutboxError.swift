public import Storage

/// Why the outbox did not do what was asked.
public enum OutboxError: Error, Sendable, Hashable {
  /// The journal cannot be read. Nothing was changed.
  case journal(StorageError)
  /// The change cannot be encoded. A mistake in its `Encodable` conformance.
  case notEncodable(String)
  /// As many changes are waiting as there may be. Nothing was changed.
  case full(limit: Int)
  /// There is no such change any more.
  case unknownItem(Int)
  /// The change is on its way. Try again when there is an answer.
  case inFlight(Int)
  /// The server may have the change already. Enqueue what undoes it.
  case mayBeApplied(Int)
}
