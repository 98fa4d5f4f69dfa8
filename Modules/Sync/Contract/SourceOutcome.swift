public import Networking

/// The outcome of a request by which a ``CachedSource`` fetches its value.
public enum SourceOutcome<Value: Sendable>: Sendable {
  /// The value, with its validator (such as an `ETag`) and its version if the server has sent them.
  ///
  /// A value with a lower version than the stored one may come from a server replica that lags behind.
  /// Such a value counts as a failure until the source's `replicaLag` has passed since the server last
  /// confirmed the stored value. After that, such a value replaces the stored value.
  case value(Value, validator: String? = nil, version: Int? = nil)

  /// The stored value is still current; `validator` is `nil` if the response contains no validator.
  case notModified(validator: String? = nil)

  /// No usable response arrived; `retryAfter` is the delay that the server requests.
  case failed(FetchFailure, retryAfter: Duration? = nil)

  /// No request may be sent; the source closes the ``Gate``, and fetches the value when the gate opens.
  ///
  /// The associated value is the reason, such as ``Gate/Reason/signedOut`` for an expired sign-in.
  case closed(Gate.Reason)
}

extension SourceOutcome {
  /// Creates the outcome of a fetch from the outcome of its HTTP request.
  ///
  /// - Parameters:
  ///   - answer: The outcome of the HTTP request.
  ///   - read: Decodes the value and its version from a successful response.
  public init(
    _ answer: ResponseOutcome,
    read: (HTTPResponse) throws(UnusableBody) -> (value: Value, version: Int?)
  ) {
    switch answer {
    case .success(let response):
      do throws(UnusableBody) {
        let (value, version) = try read(response)
        self = .value(value, validator: response.etag?.rawValue, version: version)
      } catch {
        self = .failed(.unusable(error))
      }
    case .notModified(let etag): self = .notModified(validator: etag.rawValue)
    case .unauthorized: self = .closed(.signedOut)
    default: self = .failed(FetchFailure(answer), retryAfter: answer.retryAfter)
    }
  }
}
