/// A change of a log; the changes of one update are stored together or not at all.
struct LogChange: Sendable {
  let kind: RecordHead.Kind
  /// The id of the element; empty in a change that is not about one element.
  var id: [UInt8] = []
  /// The new or replaced element; `nil` unless the kind is `saved`.
  var value: StoredBytes?
  /// Nonzero in a copy, see ``RecordHead/origin``; in a change of the kind `seen` its number.
  var origin: UInt64 = 0

  /// Returns the change to a new or replaced element.
  static func saved(id: [UInt8], _ value: StoredBytes, origin: UInt64 = 0) -> LogChange {
    LogChange(kind: .saved, id: id, value: value, origin: origin)
  }

  static func removed(id: [UInt8], origin: UInt64 = 0) -> LogChange {
    LogChange(kind: .removed, id: id, origin: origin)
  }

  /// The removal of all elements.
  static var cleared: LogChange { LogChange(kind: .cleared) }

  /// Returns the note that this release has seen the previous release's file up to a sequence number.
  static func seen(_ number: UInt64) -> LogChange { LogChange(kind: .seen, origin: number) }

  /// Returns the head of the change's record.
  func head(_ sequence: UInt64) -> RecordHead {
    RecordHead(kind, id: id, value, sequence: sequence, origin: origin)
  }

  var recordSize: Int { RecordHead.size + id.count + (value?.bytes.count ?? 0) + 1 }
}

/// The bytes of a value, and the schema version in which they are encoded.
struct StoredBytes: Sendable, Equatable {
  let checksum: UInt32
  let version: Int
  let bytes: ArraySlice<UInt8>

  init(bytes: [UInt8], version: Int) {
    self.init(bytes[...], version, checksum: bytes.checksum())
  }

  /// Creates a value from bytes whose CRC-32C is known.
  init(_ bytes: ArraySlice<UInt8>, _ version: Int, checksum: UInt32) {
    (self.bytes, self.version, self.checksum) = (bytes, version, checksum)
  }
}

extension [LogChange] {
  /// Returns changes with the same effect, at most one removal and one save for each id.
  ///
  /// The removals come first. So the number of changes is bounded by the number of elements, however
  /// many updates wait for a disk.
  func folded() -> [LogChange] {
    guard count > 1 else { return self }
    var head: [LogChange] = []
    var saved: [[UInt8]: (change: LogChange, place: Int)] = [:]
    var removed: [LogChange] = []
    var removedIDs: Set<[UInt8]> = []
    var order: [[UInt8]] = []
    for change in self {
      switch change.kind {
      case .seen: head.append(change)
      case .cleared:
        (saved, removed, removedIDs, order) = ([:], [], [], [])
        head.append(change)
      case .removed:
        if removedIDs.insert(change.id).inserted { removed.append(change) }
        saved[change.id] = nil
      case .saved:
        let place = saved[change.id]?.place ?? order.count
        if place == order.count { order.append(change.id) }
        saved[change.id] = (change, place)
      }
    }
    return head + removed
      + order.enumerated().compactMap { place, id in
        saved[id].flatMap { $0.place == place ? $0.change : nil }
      }
  }
}
