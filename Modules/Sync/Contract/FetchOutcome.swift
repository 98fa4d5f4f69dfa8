/// The outcome of a request for the server's value.
public enum FetchOutcome<Base: Sendable>: Sendable {
  /// The server has sent a value.
  ///
  /// `validator`, such as an `ETag`, is sent with the next request; `nil` if the response has none.
  case updated(ServerUpdate<Base>, validator: String? = nil)
  /// The server confirms that the base is current.
  case notModified
  /// No usable response arrived; the base is unchanged.
  ///
  /// `retryAfter` is the delay that the server requests.
  case failed(FetchFailure, retryAfter: Duration? = nil)
  /// No request may be sent; the store closes the ``Gate``, and fetches the value after the gate opens.
  ///
  /// The associated value is the reason, such as ``Gate/Reason/signedOut`` for an expired sign-in.
  case closed(Gate.Reason)
}
