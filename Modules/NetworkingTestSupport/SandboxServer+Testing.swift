public import Networking
public import Sandbox

extension SandboxServer {
  /// Replaces the responses to the next matching requests, in order; ends all other faults.
  public func intercept(
    _ answers: [HostileAnswer], isMeant: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    endFaults()
    spoil(
      answers.map { RequestFault(reachesServer: $0.hasReachedService, replace: $0.replace) },
      isMeant: isMeant)
  }
}
