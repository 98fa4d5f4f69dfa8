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
    let changes = changes.folded()
    guard !changes.contains(where: { $0.kind == .cleared }) else { return changes }
    let removed = Set(changes.filter { $0.kind == .removed }.map(\.id))
    var effective: [LogChange] = []
    for change in changes {
      if change.kind == .removed, index.slot(of: change.id) == nil { continue }
      if change.kind == .saved, !removed.contains(change.id), try isStored(change) { continue }
      effective.append(change)
    }
    return effective
  }

  /// Whether the file has the same value of an element already, as a write of this release.
  private func isStored(_ change: LogChange) throws(SystemFailure) -> Bool {
    guard end != nil, change.origin == 0, let slot = index.slot(of: change.id),
      index.places[slot].recordSize == change.recordSize,
      index.places[slot].checksum == change.value?.checksum
    else { return false }
    let record = try record(of: change.id)
    return record?.origin == 0 && record?.value == change.value
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
      var head = change.head(header.sequence &+ UInt64(records.count) &+ 1)
      head.updateLength = total - offset
      head.append(id: change.id, change.value, to: &bytes)
      records.append((head, change.id, end + offset))
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
    let entries = index.entries(after: changes)
    let isCopied = entries.contains { if case .stored = $0 { true } else { false } }
    // The file that is replaced must be the one that this log has indexed, also if nothing is copied.
    let reader = isCopied ? try indexedFile() : nil
    if !isCopied { try requireIndexed(replacement.identity(of: file)) }
    var next = header
    // A file without an owner gets that of its directory.
    next.name = fileName.label
    var snapshot = try Snapshot(next, changes, capacity: entries.count, in: replacement)
    for entry in entries {
      switch entry {
      case .changed(let change): try snapshot.put(change)
      case .stored(let slot):
        try snapshot.copy(index.places[slot].record, index.id(of: slot), from: reader)
      }
    }
    guard replacement.count <= limit else { throw SystemFailure(tooLarge: file) }
    snapshot.header.snapshotBytes = replacement.count - next.size
    snapshot.header.snapshotCount = snapshot.index.count
    var failure: SystemFailure?
    do throws(SystemFailure) { try replacement.commit(head: snapshot.header.bytes) } catch {
      // If the new file has the name, the index must refer to it, although the sync has failed.
      guard replacement.isRenamed, name == nil else { throw error }
      failure = error
    }
    guard name == nil else { return }
    unsynced = failure
    (header, index, identity) = (snapshot.header, snapshot.index, replacement.identity)
    end = unsynced == nil ? replacement.count : nil
  }
}

/// The new content of a log that is replaced.
private struct Snapshot {
  var header: LogHeader
  private(set) var index: LogIndex
  private let file: Replacement

  init(
    _ header: LogHeader, _ changes: [LogChange], capacity: Int, in file: Replacement
  ) throws(SystemFailure) {
    (self.header, self.file, index) = (header, file, LogIndex(capacity: capacity))
    for change in changes { self.header.note(change.kind, origin: change.origin) }
    try file.append(header.bytes)
  }

  /// Copies a record of the replaced file.
  mutating func copy(
    _ place: Range<Int>, _ id: [UInt8], from reader: FileReader?
  ) throws(SystemFailure) {
    let record = try reader?.withBytes(at: place.lowerBound, place.count) { raw in
      Array(raw.prefix(place.count))
    }
    // A head that was damaged after the log was opened is left out; its bytes say nothing.
    guard let record, let head = record.withUnsafeBytes({ RecordHead($0) }) else { return }
    id.withUnsafeBytes { index.apply(head, id: $0, at: file.count) }
    try file.append(record)
  }

  /// Writes the record of a change.
  mutating func put(_ change: LogChange) throws(SystemFailure) {
    header.sequence &+= 1
    var head = change.head(header.sequence)
    head.updateLength = head.recordSize
    change.id.withUnsafeBytes { index.apply(head, id: $0, at: file.count) }
    var bytes: [UInt8] = []
    head.append(id: change.id, change.value, to: &bytes)
    try file.append(bytes)
  }
}
