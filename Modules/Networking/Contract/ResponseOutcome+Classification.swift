extension ResponseOutcome {
  /// Classifies a response or a transport error.
  ///
  /// A pure function of its arguments, independent of clock and network.
  public init(_ result: Result<HTTPResponse, TransportError>, to request: HTTPRequest) {
    switch result {
    case .success(let response): self.init(response, to: request)
    case .failure(let error):
      switch error {
      case .offline, .untrusted: self = .notSent
      // A canceled call does not report how far the request got, and an oversized body may be a
      // sign-in page of the network.
      case .timedOut, .connectionLost, .failed, .cancelled, .tooLarge: self = .outcomeUnknown(error)
      }
    }
  }

  private init(_ response: HTTPResponse, to request: HTTPRequest) {
    switch response.status {
    case 200...299: self = .success(response)
    case 304: self = Self.notModified(response, to: request)
    case 409 where response.retryAfter != nil, 413 where response.retryAfter != nil:
      self = .tryLater(response)
    case 407, 408, 421, 425, 429: self = .tryLater(response)
    case 400...499: self = Self.refusal(response)
    default: self = .tryLater(response)
    }
  }

  private static func refusal(_ response: HTTPResponse) -> ResponseOutcome {
    guard let problem = ServiceProblem(response) else { return .tryLater(response) }
    return switch response.status {
    case 401: .unauthorized(problem)
    case 404, 410: .notFound(problem)
    case 409, 412: .conflict(problem)
    default: .rejected(problem)
    }
  }

  private static func notModified(_ response: HTTPResponse, to request: HTTPRequest)
    -> ResponseOutcome
  {
    guard case .hasChanged(since: let kept) = request.precondition else {
      return .tryLater(response)
    }
    // A 304 must repeat the `ETag`, but some servers omit it; the request named only one version.
    guard let named = response.etag else { return .notModified(kept) }
    guard named.isSameVersion(as: kept) else {
      return .tryLater(response)
    }
    // A strong validator would claim more than is known about a value stored under a weak one.
    return .notModified(named.isWeak ? named : kept)
  }
}
