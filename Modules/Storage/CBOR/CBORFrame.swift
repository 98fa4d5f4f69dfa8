/// The state of a value whose `encode(to:)` is running.
struct CBORFrame {
  enum Content { case nothing, single, array, map }

  /// An identifier that detects containers that are used after their value was written.
  let id: UInt32
  let start: Int
  let level: Int
  let firstField: Int
  let firstNested: Int
  var content = Content.nothing
  var count = 0
  /// The name bits of the written fields; a name whose bit is not set was not written.
  var written: UInt64 = 0
  /// An error that occurred where nothing could be thrown.
  var misuse: Misuse?

  enum Misuse {
    case depth, mixture, nested

    var reason: String {
      switch self {
      case .depth: "Nested deeper than \(CBORConstant.deepest) levels."
      case .mixture: "The value requested containers of different kinds."
      case .nested: "A nested container has a key that was already written."
      }
    }
  }
}

/// The writer of a nested container or encoder, with a buffer of its own.
///
/// The container that created it stays open, and both may write in any order.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
