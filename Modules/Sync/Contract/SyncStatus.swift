/// The status of a displayed value, compared with the server's value.
public enum SyncStatus<Rejection: Codable & Hashable & Sendable>: Sendable, Hashable {
  /// The server has confirmed the value.
  case confirmed
  /// A change of the value is queued and has not been sent.
  case pending
  /// A change of the value was sent, but no final response arrived; the server may have applied it.
  case maybeApplied
  /// A change of the value waits for the user's decision, for the reason in the associated value.
  ///
  /// The displayed value does not contain this change.
  case failed(ChangeRefusal<Rejection>)

  /// Whether a change of the displayed value waits for the user's decision.
  @inlinable public var isFailed: Bool { if case .failed = self { true } else { false } }
}
