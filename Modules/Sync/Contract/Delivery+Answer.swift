public import Networking

extension Delivery where Change.Rejection == String {
  /// What an answer of the server's means for the change that was sent.
  ///
  /// Only the feature knows what a success, a newer version and a missing entity are for it; the rest
  /// is the same for all. A change ends only by the service's own word, and stays queued after any
  /// other answer.
  ///
  /// - Parameters:
  ///   - answer: What came of the request, which had the change's key.
  ///   - applied: Reads the id and the version from a success.
  ///   - conflict: Rebases the change, if that can be done.
  ///   - gone: Says what a missing entity means: a removal is done, a change of it is not.
  public init(
    _ answer: Answer, applied: (HTTPResponse) -> Delivery,
    conflict: (ServiceProblem) -> Delivery = { _ in .conflict(rebased: nil) },
    gone: (ServiceProblem) -> Delivery
  ) {
    self =
      switch answer {
      case .success(let response): applied(response)
      case .conflict(let problem): conflict(problem)
      case .gone(let problem): gone(problem)
      case .unauthorised: .closed(.signedOut)
      case .tryLater(let response): .busy(retryAfter: response.retryAfter)
      case .rejected(let problem): .rejected("\(problem)")
      case .notSent: .unreachable
      case .outcomeUnknown: .unknown
      // No change asks for it.
      case .notModified: .unknown
      }
  }
}
