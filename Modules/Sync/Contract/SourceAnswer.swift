public import Networking

/// The outcome of a request for a value; every response has exactly one case.
public enum SourceAnswer<Value: Sendable>: Sendable {
  /// The value, with its validator (such as an `ETag`) and its version if the server has sent them.
  ///
  /// A value with a lower version than the stored one may come from a replica of the server that lags
  /// behind. It counts as a failure until the longest expected lag has passed, and then replaces the
  /// stored value.
  case value(Value, validator: String? = nil, version: Int? = nil)

  /// The stored value is still current; `validator` is from the answer.
  case notModified(validator: String? = nil)

  /// No usable answer has arrived.
  case failed(FetchFailure)

  /// Nothing may be sent for this reason: the gate closes, and the value is fetched after it opens.
  case closed(Gate.Reason)
}

extension SourceAnswer {
  /// Classifies the service's answer to a request for a value.
  ///
  /// - Parameters:
  ///   - answer: The answer to the request.
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
    default: self = .failed(FetchFailure(answer))
    }
  }
}
