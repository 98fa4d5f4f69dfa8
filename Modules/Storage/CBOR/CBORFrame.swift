/// A value whose `encode(to:)` is running.
struct CBORFrame {
  enum Content { case nothing, single, array, map }

  /// Tells containers kept too long from those of the value that is written now.
  let id: UInt32
  let start: Int
  let level: Int
  let firstField: Int
  let firstNested: Int
  var content = Content.nothing
  var count = 0
  /// A bit for each name that was written: whose bit is not set was not.
  var written: UInt64 = 0
  /// What was done wrong where nothing could be thrown.
  var misuse: Misuse?

  enum Misuse {
    case depth, mixture, nested

    var reason: String {
      switch self {
      case .depth: "Nested deeper than \(CBORConstant.deepest) levels."
      case .mixture: "The value asked for containers of different kinds."
      case .nested: "A nested container could not be made: its key was written before."
      }
    }
  }
}

/// A container or encoder handed out by a container that stays open: it has bytes of its own,
/// because both may go on writing in any order.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
