/// A map that a keyed container is reading.
///
/// A type usually decodes its fields in the sequence in which they were written. Each field then begins
/// where the previous field ended. If a field is requested out of sequence, an index of all entries is
/// created.
struct CBOROpenMap {
  /// A unique number, which the keyed container of this map also stores.
  ///
  /// After the map was decoded, another map may take its position in `CBORReader.maps`. If a container
  /// of the first map is then used, the two numbers differ, and decoding throws.
  let id: UInt32
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// The nesting level of the map's values.
  let level: Int

  /// The offset at which the next entry is expected.
  ///
  /// The offset advances only if the fields are decoded in the sequence in which they were written.
  var next: Int
  var left: Int
  /// The ``nameBit`` masks of the fields that were found at the offset ``next``, combined by bitwise OR.
  ///
  /// If the bit of a name is not set, no field of that name was found there. If the bit is set, a
  /// field of that name may have been found, because different names can have the same bit.
  var found: UInt64 = 0
  var index: Index?

  /// An index of the map: the positions of its entries, and the end of the map.
  struct Index {
    /// The part of `CBORReader.entries` that contains the entries of this map.
    let entries: Range<Int>
    /// The position in `CBORReader.names` of a dictionary from the map's keys to the values' offsets.
    ///
    /// `nil` for a short map with only definite-length text keys; ``entries`` is used instead.
    let names: Int?
    let end: Int
  }
}

/// The coding path of a nested container.
///
/// The path is relative to the value whose `init(from:)` created the container. `map` is the
/// ``CBOROpenMap/id`` of the map that the container reads.
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
/// The size is one word, because containers are copied often.
struct CBORMapReference {
  let index: UInt32
  let id: UInt32
}

/// The result of finding a field.
///
/// `map` is the position of the field's map in `CBORReader.maps`. `isNext` is `true` if the field was
/// found at the offset ``CBOROpenMap/next``, and `false` if it was found through ``CBOROpenMap/index``.
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
  /// An error that occurred in a method that cannot throw.
  ///
  /// The error is thrown by the next write to the value, or at the latest when the encoding of the
  /// value ends.
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

/// The writer of a nested container or encoder, and the position of its output in the enclosing value.
///
/// The writer has a separate buffer, because a type may write to the nested container and its parent
/// alternately. `offset` is the position in the bytes of the enclosing value at which the contents of
/// the buffer are inserted.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
