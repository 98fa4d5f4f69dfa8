extension Log {
  /// Writes one update: all of its changes or none.
  ///
  /// The update is appended. If the file would contain too many obsolete records, or `isWhole` is
  /// `true`, the file is replaced instead.
  ///
  /// - Returns: The changes without those that change nothing.
  /// - Throws: ``SystemFailure``, with ``SystemFailure/isChanged`` if another owner has written the file.
  ///   The log then has its old content. If only the sync of the file's name has failed, the call does
  ///   not throw, and ``unsynced`` is the failure.
  @discardableResult
  func write(_ changes: [LogChange], isWhole: Bool = false) throws(SystemFailure) -> [LogChange] {
    scanned = nil
    let changes = unsynced != nil ? changes : try effective(changes)
    guard !changes.isEmpty || unsynced != nil else { return [] }
    guard let end, let identity else {
      try replace(with: changes)
      return changes
    }
    let added = changes.reduce(0) { $0 + $1.recordSize }
    let garbage = end + added - header.size - index.liveBytes
    if isWhole || end + added > limit || garbage > index.liveBytes / 2 + (64 << 10) {
      // If the disk has no room for a second file, the update may still fit behind the first.
      do throws(SystemFailure) {
        try replace(with: changes)
        return changes
      } catch {
        guard error.isDiskFull, !isWhole, self.end != nil, end + added <= limit else { throw error }
      }
    }
    try append(changes, at: end, identity)
    return changes
  }

  /// Returns the changes that change anything.
  private func effective(_ changes: [LogChange]) throws(SystemFailure) -> [LogChange] {
    var reader: FileReader?
    var isKnown: [[UInt8]: Bool] = [:]
    var isCleared = false
    var effective: [LogChange] = []
    for change in changes {
      switch change {
      case .seen: break
      case .cleared: (isKnown, isCleared) = ([:], true)
      case .removed(let id, _):
        guard isKnown[id] ?? (!isCleared && index.slot(of: id) != nil) else { continue }
        isKnown[id] = false
      case .saved(let id, let value, let origin):
        if isKnown[id] == nil, !isCleared, origin == 0, let slot = index.slot(of: id), end != nil,
          index.places[slot].recordSize == change.recordSize,
          index.places[slot].checksum == value.checksum
        {
          if reader == nil { reader = try indexedFile() }
          let record = try reader?.bytes(index.places[slot].record) ?? []
          let isEqual = record.withUnsafeBytes { raw in
            RecordHead(raw).map { head in
              head.version == value.version && head.origin == 0
                && head.value(in: raw)?.elementsEqual(value.bytes) == true
            }
          }
          if isEqual == true { continue }
        }
        isKnown[id] = true
      }
      effective.append(change)
    }
    return effective
  }

  private func append(
    _ changes: [LogChange], at end: Int, _ expected: FileIdentity
  ) throws(SystemFailure) {
    let total = changes.reduce(0) { $0 + $1.recordSize }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(total)
    var records: [(head: RecordHead, id: [UInt8], offset: Int)] = []
    for change in changes {
      let offset = bytes.count
      var (head, id) = change.head(header.sequence &+ UInt64(records.count) &+ 1)
      head.updateLength = total - offset
      head.append(id: id, change.value, to: &bytes)
      records.append((head, id, end + offset))
    }
    do throws(SystemFailure) {
      try folder.append(bytes, to: file, at: end, expecting: expected)
    } catch {
      if !error.isChanged { self.end = nil }
      throw error
    }
    self.end = end + total
    identity = FileIdentity(number: expected.number, size: end + total)
    for (head, id, offset) in records { id.withUnsafeBytes { note(head, $0, at: offset) } }
  }

  /// Replaces the file by its live records, byte for byte, with the changes.
  ///
  /// Values are not decoded. So an element that this release cannot read stays for a release that can,
  /// and a damaged value stays recognizable.
  ///
  /// `name` is the name of the new file; with a name, the log itself does not change.
  func replace(with changes: [LogChange], as name: String? = nil) throws(SystemFailure) {
    let replacement = try folder.replacement(of: name ?? file)
    var snapshot = try Snapshot(of: self, changes.folded(), replacement)
    if snapshot.copiesRecords {
      try snapshot.writeKnown(copyingFrom: indexedFile())
    } else {
      try requireIndexed(replacement.identity(of: file))
      try snapshot.writeKnown(copyingFrom: nil)
    }
    try snapshot.writeNew()
    guard snapshot.file.count <= limit else { throw SystemFailure(tooLarge: file) }
    var failure: SystemFailure?
    do throws(SystemFailure) { try snapshot.file.commit(head: snapshot.header.bytes) } catch {
      // If the new file has the name, the index must refer to it, although the sync has failed.
      guard snapshot.file.isRenamed, name == nil else { throw error }
      failure = error
    }
    guard name == nil else { return }
    unsynced = failure
    (header, index, identity) = (snapshot.header, snapshot.index, snapshot.file.identity)
    end = unsynced == nil ? snapshot.file.count : nil
  }
}

/// The new content of a log that is replaced.
private struct Snapshot {
  let file: Replacement
  private(set) var header: LogHeader
  private(set) var index: LogIndex
  private let old: LogIndex
  private var saved: [[UInt8]: LogChange] = [:]
  private var removed: Set<[UInt8]> = []
  private var order: [[UInt8]] = []
  private var sequence: UInt64

  init(of log: Log, _ changes: [LogChange], _ file: Replacement) throws(SystemFailure) {
    self.file = file
    header = log.header
    sequence = header.sequence
    var old = log.index
    for change in changes {
      header.origin = max(header.origin, change.origin)
      switch change {
      case .cleared: old = LogIndex()
      case .seen(let number):
        (header.seen, header.isSalvaged) = (max(header.seen, number), false)
      case .removed(let id, _): removed.insert(id)
      case .saved(let id, _, _):
        saved[id] = change
        order.append(id)
      }
    }
    self.old = old
    index = LogIndex(capacity: old.count + order.count)
    try file.append(header.bytes)
  }

  /// Whether the file has records that are neither replaced nor removed.
  var copiesRecords: Bool {
    old.liveSlots.contains { slot in
      let id = old.id(of: slot)
      return saved[id] == nil && !removed.contains(id)
    }
  }

  /// Copies the live records; a changed one is written in its place.
  mutating func writeKnown(copyingFrom reader: FileReader?) throws(SystemFailure) {
    let isUnchanged = saved.isEmpty && removed.isEmpty
    for slot in old.liveSlots {
      if !isUnchanged {
        let id = old.id(of: slot)
        if removed.contains(id) { continue }
        if let change = saved.removeValue(forKey: id) {
          try put(change)
          continue
        }
      }
      guard let reader else { continue }
      let place = old.places[slot].record
      let record = try reader.withBytes(at: place.lowerBound, place.count) { raw in
        Array(raw.prefix(place.count))
      }
      // A head that was damaged after the log was opened is left out; its bytes say nothing.
      guard let head = record.withUnsafeBytes({ RecordHead($0) }) else { continue }
      old.id(of: slot).withUnsafeBytes { index.apply(head, id: $0, at: file.count) }
      try file.append(record)
    }
  }

  /// Writes the new elements, and completes the header.
  mutating func writeNew() throws(SystemFailure) {
    for id in order { if let change = saved.removeValue(forKey: id) { try put(change) } }
    header.sequence = sequence
    header.snapshotBytes = file.count - header.size
    header.snapshotCount = index.count
  }

  private mutating func put(_ change: LogChange) throws(SystemFailure) {
    sequence &+= 1
    var (head, id) = change.head(sequence)
    head.updateLength = head.recordSize
    id.withUnsafeBytes { index.apply(head, id: $0, at: file.count) }
    var bytes: [UInt8] = []
    head.append(id: id, change.value, to: &bytes)
    try file.append(bytes)
  }
}
