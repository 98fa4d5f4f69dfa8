public import Networking

extension Delivery where Change.Rejection == String {
  /// What an answer of the server's means for the change that was sent.
  ///
  /// Only the feature knows what a success, a newer version and a missing entity are for it; the rest
  /// is the same for all.
  ///
  /// - Parameters:
  ///   - answer: What came of the request, which had the change's key.
  ///   - applied: Reads the id and the version from a success.
  ///   - conflict: Rebases the change, if that can be done.
  ///   - gone: Says what a missing entity means: a removal is done, a change of it is not.
  public init(
    _ answer: Answer, applied: (HTTPResponse) -> Delivery,
    conflict: (HTTPResponse) -> Delivery = { _ in .conflict(rebased: nil) },
    gone: (HTTPResponse) -> Delivery
  ) {
    self =
      switch answer {
      case .success(let response): applied(response)
      case .conflict(let response): conflict(response)
      case .gone(let response): gone(response)
      case .unauthorised: .closed(.signedOut)
      case .tryLater(let response): .busy(retryAfter: response.retryAfter)
      case .rejected(let response): .rejected("HTTP \(response.status)")
      case .notSent: .unreachable
      case .outcomeUnknown: .unknown
      case .unusable(let body): .rejected(body.reason)
      case .notModified: .rejected("HTTP 304 to a change")
      }
  }
}
