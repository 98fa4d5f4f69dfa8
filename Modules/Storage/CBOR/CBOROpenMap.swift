/// A map that a keyed container reads.
///
/// Fields are expected in the order they are asked for, which is how they were written: then a field is
/// found where the one before it ended. The first surprise makes an index of all entries.
struct CBOROpenMap {
  /// Tells containers kept too long from those of the value that is read now.
  let id: UInt32
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// The level of the map's values.
  let level: Int

  /// The entry expected next.
  var next: Int
  var left: Int
  /// A bit for each name whose entry came in its turn; whose bit is not set was never asked for.
  var found: UInt64 = 0
  var index: Index?

  /// Where the entries are and where the map ends.
  struct Index {
    /// The place in the reader's list of entries.
    let entries: Range<Int>
    /// The place in the reader's list of dictionaries, for large maps and unusual keys.
    let names: Int?
    let end: Int
  }
}

/// Where the map of a nested container is, seen from the value that asked for it.
struct CBORPath {
  let map: UInt32
  let keys: [any CodingKey]
}

/// A key of definite text, and where its value is.
struct CBOREntry {
  let key: Range<Int>
  let value: Int
}

/// What a keyed container knows of its map: a word, as copying containers must be cheap.
struct CBORMapReference {
  let index: UInt32
  let id: UInt32
}

/// Where a field was found.
struct CBORPlace {
  let map: Int
  let isNext: Bool
}
