public import Networking

extension Delivery where Change.Rejection == String {
  /// Creates the outcome of an attempt from the service's answer.
  ///
  /// The feature supplies the meaning of a success, a newer version and a missing entity. All other
  /// answers mean the same for every feature. Only an answer of the service itself ends a change;
  /// after any other answer the change stays queued.
  ///
  /// - Parameters:
  ///   - answer: The answer to the request, which was sent with the change's key.
  ///   - applied: Returns the outcome of a success, with the id and the version in the response.
  ///   - conflict: Returns the outcome of a conflict, with a rebased change if there can be one. By
  ///     default the user decides.
  ///   - gone: Returns the outcome for a missing entity: a removal is done, any other change is
  ///     not.
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
      // A change is not a conditional request, so this answer says nothing about it.
      case .notModified: .unknown
      }
  }
}
