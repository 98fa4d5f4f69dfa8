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

/// A key that the open map has already, to find one written twice.
struct CBORWrittenField {
  /// The key's length and its first seven bytes.
  let fingerprint: UInt64
  let utf8: Range<Int>

  init(_ bytes: CBORBuffer<UInt8>, _ utf8: Range<Int>) {
    var fingerprint = UInt64(truncatingIfNeeded: utf8.count)
    for index in utf8.prefix(7) { fingerprint = fingerprint << 8 | UInt64(bytes[index]) }
    self.fingerprint = fingerprint
    self.utf8 = utf8
  }

  func isSame(as other: Self, in bytes: CBORBuffer<UInt8>) -> Bool {
    fingerprint == other.fingerprint
      && zip(utf8, other.utf8).allSatisfy { bytes[$0] == bytes[$1] }
  }
}

/// A container or encoder handed out by a container that stays open: it has bytes of its own,
/// because both may go on writing in any order.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
