/// A change of a log; the changes of one update are stored together or not at all.
enum LogChange: Sendable {
  /// A new or replaced element.
  ///
  /// `origin` is nonzero in a copy, see ``RecordHead/origin``.
  case saved(id: [UInt8], StoredBytes, origin: UInt64 = 0)
  case removed(id: [UInt8], origin: UInt64 = 0)
  /// The removal of all elements.
  case cleared
  /// This release has seen the previous release's file up to this sequence number.
  case seen(UInt64)
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

extension LogChange {
  var origin: UInt64 {
    switch self {
    case .saved(_, _, let origin), .removed(_, let origin): origin
    case .cleared, .seen: 0
    }
  }

  /// Returns the head of the record with the sequence number, and the record's id.
  func head(_ sequence: UInt64) -> (RecordHead, id: [UInt8]) {
    switch self {
    case .saved(let id, let value, let origin):
      (RecordHead(.saved, id: id, value, sequence: sequence, origin: origin), id)
    case .removed(let id, let origin):
      (RecordHead(.removed, id: id, nil, sequence: sequence, origin: origin), id)
    case .cleared: (RecordHead(.cleared, id: [], nil, sequence: sequence), [])
    case .seen(let number): (RecordHead(.seen, id: [], nil, sequence: sequence, origin: number), [])
    }
  }

  var value: StoredBytes? {
    if case .saved(_, let value, _) = self { value } else { nil }
  }

  var recordSize: Int {
    switch self {
    case .saved(let id, let value, _): RecordHead.size + id.count + value.bytes.count + 1
    case .removed(let id, _): RecordHead.size + id.count + 1
    case .cleared, .seen: RecordHead.size + 1
    }
  }
}

extension [LogChange] {
  /// Returns changes with the same effect, at most one removal and one save for each id.
  ///
  /// The removals come first. So the number of changes is bounded by the number of elements, however
  /// many updates wait for a disk.
  func folded() -> [LogChange] {
    var head: [LogChange] = []
    var saved: [[UInt8]: (change: LogChange, place: Int)] = [:]
    var removed: [[UInt8]: LogChange] = [:]
    var order: [[UInt8]] = []
    for change in self {
      switch change {
      case .seen: head.append(change)
      case .cleared:
        (saved, removed, order) = ([:], [:], [])
        head.append(change)
      case .removed(let id, _):
        removed[id] = change
        saved[id] = nil
      case .saved(let id, _, _):
        let place = saved[id]?.place ?? order.count
        if place == order.count { order.append(id) }
        saved[id] = (change, place)
      }
    }
    return head + removed.values
      + order.enumerated().compactMap { place, id in
        saved[id].flatMap { $0.place == place ? $0.change : nil }
      }
  }
}
