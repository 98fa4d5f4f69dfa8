public import Pricing

/// A reason for which a cart cannot be ordered, although all of its changes succeeded.
public enum CartProblem: Sendable, Hashable {
  /// The order is below the minimum by the missing amount.
  case belowMinimum(Money, missing: Money)
  /// The server's sums contradict each other; the displayed totals are an estimate.
  case sumsDiffer
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// A reason for which a line cannot be ordered as it is.
public enum LineProblem: Sendable, Hashable {
  /// The product is sold out, or is not on the menu at present.
  case soldOut
  /// Only this quantity is available.
  case limited(to: Int)
  /// The price has changed since the line was added, and the user has not accepted the new one.
  case priceChanged(from: Money, to: Money)
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}
