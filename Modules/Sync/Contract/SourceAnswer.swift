public import Networking

/// The outcome of a request for a value; each response maps to exactly one case.
public enum SourceAnswer<Value: Sendable>: Sendable {
  /// The value, with its validator and its version if the server has sent them.
  ///
  /// A lower version than the stored one counts as a failure as long as a lagging replica can explain it.
  /// Afterwards it replaces the stored value.
  case value(Value, validator: String? = nil, version: Int? = nil)

  /// The stored value is still current; `validator` is the one in the answer.
  case notModified(validator: String? = nil)

  /// No usable answer has arrived.
  case failed(FetchFailure)

  /// Nothing may be sent: the gate closes for this reason, and the fetch stays due.
  case closed(Gate.Reason)
}

extension SourceAnswer {
  /// Creates the result of a fetch from the service's answer.
  ///
  /// - Parameters:
  ///   - answer: The answer to the request.
  ///   - read: Reads the value and its version from a success.
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
