/// A defect in the server's menu data, for the maintainers of the menu.
///
/// The affected part is left out of the menu.
public struct MenuProblem: Sendable, Hashable {
  /// The kind of a defect.
  enum Kind: Sendable, Hashable {
    /// A reference to an entity that the menu does not contain; the text contains the entity's id.
    ///
    /// Either the server's data lacks the entity, or the entity was left out because of a defect.
    case dangling(String)
    /// An id that occurs twice in a table, or in a list of references such as a slot's options.
    case duplicate
    /// A value that is not valid, such as a negative price; the text describes the value.
    case outOfRange(String)
    /// A quantity rule whose minimum is above its maximum.
    case contradictory(minimum: Int, maximum: Int)
    /// A group or slot that requires more than its modifiers or options allow.
    case unsatisfiable
    /// A modifier that offers a group which contains this modifier, directly or through other groups.
    case cycle
    /// An entity without content, such as a slot without options.
    case empty
    /// A row that cannot be decoded; the text is for a log.
    case unreadable(String)
  }

  /// Path of the affected part, such as `products/margherita/variants/m-30`.
  public let place: String

  let kind: Kind
}

extension MenuProblem: CustomStringConvertible {
  /// The path of the affected part and the defect, as one line for a log.
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
