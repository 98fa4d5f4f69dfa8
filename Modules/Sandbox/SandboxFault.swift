/// A fault of the network or the server that stays active until it is ended.
public enum SandboxFault: String, Sendable, CaseIterable {
  /// Requests do not reach the server, and responses in transit break off.
  case offline
  /// Responses arrive at the pace of ``SandboxPace/slow``.
  case slow
  /// The first half of a response arrives. The second half arrives after this fault ends.
  ///
  /// At the pace ``SandboxPace/immediate``, a response has one part, so all of it arrives after this
  /// fault ends.
  case stalled
  /// The server neither applies nor answers requests; each request waits until it is canceled.
  case silent
  /// Each request gets 503, and the server does not apply it.
  case errors
  /// The server applies each request, but the app receives a truncated, invalid response.
  case garbage
}
