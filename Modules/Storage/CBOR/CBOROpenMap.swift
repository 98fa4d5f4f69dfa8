/// A map that a keyed container is reading.
///
/// Fields are usually requested in the sequence in which they were written. Each then begins where the
/// previous one ended. If a field is requested out of sequence, an index of all entries is created.
struct CBOROpenMap {
  /// A unique number, which detects a container that is used after its value was decoded.
  let id: UInt32
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// The nesting level of the map's values.
  let level: Int

  /// The offset of the entry after the last one that was read in sequence.
  var next: Int
  var left: Int
  /// The union of the ``nameBit`` masks of the names read so far; a name whose bit is not set was not
  /// read.
  var found: UInt64 = 0
  var index: Index?

  /// An index of the map: the positions of its entries, and the end of the map.
  struct Index {
    /// The part of `CBORReader.entries` that contains the entries of this map.
    let entries: Range<Int>
    /// The position of this map's dictionary in `CBORReader.names`; `nil` except for large maps and
    /// unusual keys.
    let names: Int?
    let end: Int
  }
}

/// The coding path of a nested container, relative to the value whose `init(from:)` has created the
/// container.
struct CBORPath {
  let map: UInt32
  let keys: [any CodingKey]
}

/// An entry of a map: its key, which is a text of definite length, and the offset of its value.
struct CBOREntry {
  let key: Range<Int>
  let value: Int
}

/// A keyed container's reference to its ``CBOROpenMap``.
///
/// It is one word in size, because containers are copied often.
struct CBORMapReference {
  let index: UInt32
  let id: UInt32
}

/// The result of finding a field: its map, and whether the field is the next one in the written sequence.
struct CBORPlace {
  let map: Int
  let isNext: Bool
}

/// The state of an open value, which is a value whose `encode(to:)` is running.
struct CBORFrame {
  enum Content { case nothing, single, array, map }

  /// A unique number, which detects a container that is used after its value was written.
  let id: UInt32
  let start: Int
  let level: Int
  let firstField: Int
  let firstNested: Int
  var content = Content.nothing
  var count = 0
  /// The union of the ``nameBit`` masks of the written fields; a name whose bit is not set was not
  /// written.
  var written: UInt64 = 0
  /// An error that occurred in a method that cannot throw; it is thrown when the value ends.
  var misuse: Misuse?

  enum Misuse {
    case depth, mixture, nested

    var reason: String {
      switch self {
      case .depth: "Nested deeper than \(CBORConstant.maximumDepth) levels."
      case .mixture: "The value requested containers of different kinds."
      case .nested: "A nested container has a key that was already written."
      }
    }
  }
}

/// The writer of a nested container or encoder, with a buffer of its own.
///
/// The container that created it stays open, and a type may write to both alternately.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
