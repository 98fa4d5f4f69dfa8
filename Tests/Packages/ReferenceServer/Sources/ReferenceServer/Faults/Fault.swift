/// A requested fault of one request.
///
/// The text form is `drop-before-apply`, `drop-after-apply`, `garbage`, `truncated`,
/// `delay=MILLISECONDS`, or `STATUS`; `STATUS=SECONDS` adds a `Retry-After` header.
enum Fault: Sendable, Hashable {
  /// Delays the request before anything else happens.
  case delay(milliseconds: Int)
  /// Closes the connection without processing the request.
  case dropBeforeApply
  /// Processes the request and closes the connection without a response.
  case dropAfterApply
  /// Responds with a status without processing the request.
  case status(Int, retryAfter: Int?)
  /// Processes the request and sends a body that cannot be decoded.
  case garbage
  /// Processes the request and closes the connection in the middle of the body.
  case truncated

  /// Parses a fault; `nil` for an unknown one.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "=", maxSplits: 1)
    let number = parts.count > 1 ? Int(parts[1]).flatMap { $0 >= 0 ? $0 : nil } : nil
    guard let name = parts.first, parts.count == 1 || number != nil else { return nil }
    switch (name, number) {
    case ("delay", let milliseconds?): self = .delay(milliseconds: milliseconds)
    case ("drop-before-apply", nil): self = .dropBeforeApply
    case ("drop-after-apply", nil): self = .dropAfterApply
    case ("garbage", nil): self = .garbage
    case ("truncated", nil): self = .truncated
    // 429 always has a `Retry-After` header.
    case ("429", let seconds): self = .status(429, retryAfter: seconds ?? 1)
    case ("401", let seconds), ("409", let seconds), ("412", let seconds), ("422", let seconds),
      ("500", let seconds), ("503", let seconds):
      guard let status = Int(name) else { return nil }
      self = .status(status, retryAfter: seconds)
    default: return nil
    }
  }

  /// Parses comma-separated faults; `nil` if one of them is unknown.
  static func list(_ text: String) -> [Fault]? {
    let parts = text.filter { $0 != " " }.split(separator: ",")
    let faults = parts.compactMap { Fault($0) }
    return faults.count == parts.count ? faults : nil
  }
}
