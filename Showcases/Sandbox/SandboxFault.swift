/// A condition of the network or the server that lasts until it is ended.
public enum SandboxFault: String, Sendable, CaseIterable {
  /// Requests do not reach the server, and responses in transit break off.
  case offline
  /// Responses arrive at the pace of ``SandboxPace/slow``.
  case slow
  /// The first half of a response arrives, and the rest only after this fault ends.
  case stalled
  /// The server neither applies nor answers requests; each one waits until it is canceled.
  case silent
  /// The server answers every request with 503.
  case errors
  /// The server answers with its own status and a truncated, invalid body.
  case garbage
}
