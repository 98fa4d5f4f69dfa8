public import Pricing

/// What stands against ordering a cart, although every change of it succeeded.
public enum CartProblem: Sendable, Hashable {
  /// So much more has to be ordered.
  case belowMinimum(Money, missing: Money)
  /// The server's sums contradict each other; the totals shown are an estimate.
  case sumsDiffer
  /// Anything else, by the server's code and in its words.
  case other(code: String, text: String)
}

/// What stands against ordering a line as it is, although it is in the cart.
public enum LineProblem: Sendable, Hashable {
  /// It is not sold any more, or not now.
  case soldOut
  /// There are only so many.
  case limited(to: Int)
  /// It was put there at one price and is sold at another, which the user has not accepted.
  case priceChanged(from: Money, to: Money)
  /// Anything else, by the server's code and in its words.
  case other(code: String, text: String)
}
