extension Answer {
  /// Finds the case of a response, or of the lack of one.
  ///
  /// It is a pure function: it knows no clock and no network.
  public init(_ result: Result<HTTPResponse, TransportError>, to request: HTTPRequest) {
    switch result {
    case .success(let response): self.init(response, to: request)
    case .failure(let error):
      switch error {
      case .offline: self = .notSent
      // A caller that cancels does not learn how far the request got.
      case .timedOut, .connectionLost, .failed, .cancelled: self = .outcomeUnknown(error)
      case .tooLarge(let limit):
        self = .unusable(UnusableBody(reason: "larger than \(limit) bytes"))
      }
    }
  }

  private init(_ response: HTTPResponse, to request: HTTPRequest) {
    switch response.status {
    case 200...299: self = .success(response)
    case 304: self = Self.notModified(response, to: request)
    case 303: self = .unusable(UnusableBody(reason: "HTTP 303: the outcome is elsewhere"))
    case 401: self = .unauthorised(response)
    case 404, 410: self = .gone(response)
    case 409 where response.retryAfter != nil, 413 where response.retryAfter != nil:
      self = .tryLater(response)
    case 409, 412: self = .conflict(response)
    case 302, 307, 407, 408, 421, 425, 429: self = .tryLater(response)
    case 300...499: self = .rejected(response)
    default: self = .tryLater(response)
    }
  }

  private static func notModified(_ response: HTTPResponse, to request: HTTPRequest) -> Answer {
    guard case .hasChanged(since: let kept) = request.precondition else {
      return .unusable(UnusableBody(reason: "HTTP 304 to a request without a version"))
    }
    // A server has to name the version and some do not; one alone was asked about.
    guard let named = response.etag else { return .notModified(kept) }
    guard named.isSameVersion(as: kept) else {
      return .unusable(UnusableBody(reason: "HTTP 304 about another version"))
    }
    // A strong name says more than is known of a value that was kept under a weak one.
    return .notModified(named.isWeak ? named : kept)
  }
}
