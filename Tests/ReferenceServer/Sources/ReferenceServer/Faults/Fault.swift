/// Something that goes wrong with a request because it was asked for.
///
/// Written as `drop-before-apply`, `drop-after-apply`, `garbage`, `truncated`, `delay=MILLISECONDS`
/// or `STATUS`, and `STATUS=SECONDS` to send a `Retry-After`.
enum Fault: Sendable, Hashable {
  /// The request takes so long before anything else happens.
  case delay(milliseconds: Int)
  /// The connection is closed and nothing was done.
  case dropBeforeApply
  /// All was done, and the connection is closed without an answer.
  case dropAfterApply
  /// Nothing was done, and this is the answer.
  case status(Int, retryAfter: Int?)
  /// All was done, and the body is none that could be read.
  case garbage
  /// All was done, and the connection is closed in the middle of the body.
  case truncated

  /// Reads a fault; `nil` for what is none.
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
    // 429 always says when to come back.
    case ("429", let seconds): self = .status(429, retryAfter: seconds ?? 1)
    case ("401", let seconds), ("409", let seconds), ("412", let seconds), ("422", let seconds),
      ("500", let seconds), ("503", let seconds):
      guard let status = Int(name) else { return nil }
      self = .status(status, retryAfter: seconds)
    default: return nil
    }
  }

  /// Reads faults with commas between them; `nil` when one of them is none.
  static func list(_ text: String) -> [Fault]? {
    let parts = text.filter { $0 != " " }.split(separator: ",")
    let faults = parts.compactMap { Fault($0) }
    return faults.count == parts.count ? faults : nil
  }
}
