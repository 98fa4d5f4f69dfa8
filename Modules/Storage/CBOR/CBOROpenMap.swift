/// A map that a keyed container is reading.
///
/// Fields are expected to be requested in the order in which they were written. Each one is then
/// found where the previous one ended. The first field that is not there triggers an index of all
/// entries.
struct CBOROpenMap {
  /// An identifier that detects containers that are used after their value was decoded.
  let id: UInt32
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// The level of the map's values.
  let level: Int

  /// The offset of the entry that is expected next.
  var next: Int
  var left: Int
  /// The name bits of the entries that were read in order; a name without its bit was not among
  /// them.
  var found: UInt64 = 0
  var index: Index?

  /// The positions of the entries and the end of the map.
  struct Index {
    /// The range in the reader's list of entries.
    let entries: Range<Int>
    /// The index in the reader's list of dictionaries, for large maps and unusual keys.
    let names: Int?
    let end: Int
  }
}

/// The coding path of a nested container, relative to the value that requested it.
struct CBORPath {
  let map: UInt32
  let keys: [any CodingKey]
}

/// A key of definite-length text, and the offset of its value.
struct CBOREntry {
  let key: Range<Int>
  let value: Int
}

/// A keyed container's reference to its map: one word, because containers are copied.
struct CBORMapReference {
  let index: UInt32
  let id: UInt32
}

/// The place where a field was found.
struct CBORPlace {
  let map: Int
  let isNext: Bool
}

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
