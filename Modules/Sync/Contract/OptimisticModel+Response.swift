public import Networking

extension FetchFailure {
  /// Creates the failure of a request that returned no usable value; `answer` is the request's outcome.
  public init(_ answer: ResponseOutcome) {
    self =
      switch answer {
      case .success(let response), .tryLater(let response): .status(response.status)
      case .notModified: .status(304)
      case .unauthorized: .status(401)
      case .conflict(let problem), .notFound(let problem), .rejected(let problem):
        .refused(problem)
      case .notSent: .noAnswer(.offline)
      case .outcomeUnknown(let error): .noAnswer(error)
      }
  }
}

extension FetchOutcome {
  /// Creates the outcome of a fetch from the outcome of its HTTP request.
  ///
  /// - Parameters:
  ///   - answer: The outcome of the HTTP request.
  ///   - read: Decodes the server's value from a successful response.
  public init(
    _ answer: ResponseOutcome, read: (HTTPResponse) throws(UnusableBody) -> ServerUpdate<Base>
  ) {
    switch answer {
    case .success(let response):
      do throws(UnusableBody) {
        self = .updated(try read(response), validator: response.etag?.rawValue)
      } catch {
        self = .failed(.unusable(error))
      }
    case .notModified: self = .notModified
    case .unauthorized: self = .closed(.signedOut)
    default: self = .failed(FetchFailure(answer), retryAfter: answer.retryAfter)
    }
  }
}

extension SendOutcome {
  /// Creates the outcome of an attempt to send a change from the outcome of its HTTP request.
  ///
  /// If a successful response has an unusable body, the server may have applied the change. The created
  /// outcome is then ``SendOutcome/unknown``, and the change is sent again under the same idempotency
  /// key.
  ///
  /// - Parameters:
  ///   - answer: The outcome of the HTTP request.
  ///   - applied: Decodes the server's value from a successful response.
  ///   - refused: Returns the outcome for a conflict, a missing entity or a rejection by the server.
  public init(
    _ answer: ResponseOutcome, applied: (HTTPResponse) throws(UnusableBody) -> ServerUpdate<Base>,
    refused: (ServiceProblem) -> SendOutcome
  ) {
    switch answer {
    case .success(let response):
      do throws(UnusableBody) { self = .applied(try applied(response)) } catch { self = .unknown }
    case .conflict(let problem), .notFound(let problem), .rejected(let problem):
      self = refused(problem)
    case .unauthorized: self = .closed(.signedOut)
    case .tryLater: self = .tryLater(after: answer.retryAfter)
    case .notSent: self = .notSent
    case .outcomeUnknown, .notModified: self = .unknown
    }
  }
}
