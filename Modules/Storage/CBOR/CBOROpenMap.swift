/// A map that a keyed container is reading.
///
/// Fields are expected to be requested in the order in which they were written. A field in that order
/// begins where the previous one ended. The first field out of order causes an index of all entries.
struct CBOROpenMap {
  /// A unique number, by which the use of a container after its value was decoded is detected.
  let id: UInt32
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// The nesting level of the map's values.
  let level: Int

  /// The offset of the next entry in order.
  var next: Int
  var left: Int
  /// The union of the name bits of the entries read in order; a name whose bit is not set was not read.
  var found: UInt64 = 0
  var index: Index?

  /// The positions of the entries and the end of the map.
  struct Index {
    /// The map's entries in the reader's list of entries.
    let entries: Range<Int>
    /// The position of the map's dictionary in the reader's `names`; only for large maps and unusual
    /// keys.
    let names: Int?
    let end: Int
  }
}

/// The coding path of a nested container, relative to the value that requested it.
struct CBORPath {
  let map: UInt32
  let keys: [any CodingKey]
}

/// A text key of definite length, and the offset of its value.
struct CBOREntry {
  let key: Range<Int>
  let value: Int
}

/// A keyed container's reference to its map: one word, because containers are copied often.
struct CBORMapReference {
  let index: UInt32
  let id: UInt32
}

/// The map of a found field, and whether the field is the next one in order.
struct CBORPlace {
  let map: Int
  let isNext: Bool
}

/// The state of a value whose `encode(to:)` is running.
struct CBORFrame {
  enum Content { case nothing, single, array, map }

  /// A unique number, by which the use of a container after its value was written is detected.
  let id: UInt32
  let start: Int
  let level: Int
  let firstField: Int
  let firstNested: Int
  var content = Content.nothing
  var count = 0
  /// The union of the name bits of the written fields; a name whose bit is not set was not written.
  var written: UInt64 = 0
  /// An error in a method that cannot throw; thrown when the value ends.
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
/// The container that created it stays open, and both may be written to in any order.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
