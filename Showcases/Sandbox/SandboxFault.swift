/// A fault of the network or the server that lasts until the caller ends it.
public enum SandboxFault: String, Sendable, CaseIterable {
  /// Requests do not reach the server, and responses in transit break off.
  case offline
  /// Responses arrive at the pace of ``SandboxPace/slow``.
  case slow
  /// The first half of a response arrives. The rest arrives after this fault ends.
  case stalled
  /// The server neither applies nor answers requests; each one waits until it is canceled.
  case silent
  /// The server answers every request with 503.
  case errors
  /// The server applies requests, and its responses have a truncated, invalid body.
  case garbage
}
