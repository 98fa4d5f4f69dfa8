public import Networking

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
    self =
      switch answer {
      case .success(let response): Self(response, read)
      case .notModified(let etag): .notModified(validator: etag.rawValue)
      case .unauthorized: .closed(.signedOut)
      case .notSent: .failed(.noAnswer(.offline))
      case .outcomeUnknown(let error): .failed(.noAnswer(error))
      case .conflict(let problem), .notFound(let problem), .rejected(let problem):
        .failed(.refused(problem))
      case .tryLater(let response): .failed(.status(response.status))
      }
  }

  private init(
    _ response: HTTPResponse,
    _ read: (HTTPResponse) throws(UnusableBody) -> (value: Value, version: Int?)
  ) {
    do throws(UnusableBody) {
      let (value, version) = try read(response)
      self = .value(value, validator: response.etag?.rawValue, version: version)
    } catch {
      self = .failed(.unusable(error))
    }
  }
}
