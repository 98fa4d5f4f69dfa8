/// Why something of a menu was left out, so that whoever keeps the menu can mend it.
public struct MenuProblem: Sendable, Hashable {
  /// What is wrong.
  enum Kind: Sendable, Hashable {
    /// It refers to something that is not there, or was left out itself.
    case dangling(String)
    /// Something before it has the same id.
    case duplicate
    /// A number is not one that can be worked with: a negative price, a day with 2,000 minutes.
    case outOfRange(String)
    /// It allows fewer than it demands.
    case contradictory(minimum: Int, maximum: Int)
    /// It demands more than it offers.
    case unsatisfiable
    /// It leads back to the group that it is in.
    case cycle
    /// Nothing is left in it.
    case empty
    /// It cannot be read at all; the text is for a log.
    case unreadable(String)
  }

  /// Where: `products/margherita/variants/m-30`.
  public let place: String

  let kind: Kind
}

extension MenuProblem: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    switch kind {
    case .dangling(let id): "\(place): there is no \(id)"
    case .duplicate: "\(place): there already is one"
    case .outOfRange(let text): "\(place): out of range: \(text)"
    case .contradictory(let minimum, let maximum):
      "\(place): at least \(minimum) and at most \(maximum)"
    case .unsatisfiable: "\(place): demands more than it offers"
    case .cycle: "\(place): leads back to itself"
    case .empty: "\(place): nothing is left in it"
    case .unreadable(let text): "\(place): \(text)"
    }
  }
}
