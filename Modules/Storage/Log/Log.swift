/// Log/: records with ids in one file; the newest record of an id counts, and all of an update or none.
///
/// A log knows ids and values as bytes. It has one user at a time, the actor of a store.
final class Log {
  let folder: DataDirectory
  /// The name of the file, with that of its owner.
  let fileName: FileName
  let limit: Int
  var header: LogHeader
  var index = LogIndex()
  /// The end of the last complete record; `nil` if the file does not exist or a write has failed.
  ///
  /// The next write then replaces the file, so that no part of a failed write is taken for a record.
  var end: Int?
  /// The file as it was last read or written.
  var identity: FileIdentity?
  /// The failed sync of the file's name, if the file has its new content nevertheless.
  ///
  /// The next write then replaces the file.
  var unsynced: SystemFailure?

  /// The open file of a process that only reads; `nil` in a process that writes.
  ///
  /// The process that writes may change the file at any time. The indexed records of an open file stay.
  private var openReader: FileReader?
  /// The bytes of the file, until they are taken or the file changes.
  var scanned: [UInt8]?

  /// Creates a log without accessing the disk; its file has at most `limit` bytes.
  init(_ folder: DataDirectory, _ name: FileName, limit: Int) {
    (self.folder, fileName, self.limit) = (folder, name, limit)
    header = LogHeader(version: name.version, name: name.label)
  }

  /// The name of the file.
  var file: String { fileName.text }
  var version: Int { header.version }
  var exists: Bool { identity != nil }

  /// The outcome of opening a log.
  enum Opening {
    /// The file is intact or absent.
    case intact
    /// Some bytes were damaged, and are left out.
    case damaged(StorageError)
    /// The file is in a newer format, too large, or of another owner, and was not changed.
    case refused(StorageError)
  }

  /// Builds the index from the records of the file.
  ///
  /// If `isRead` is `true`, the bytes are kept for the first call of ``contents()``.
  ///
  /// If the file is damaged, its bytes are preserved, and it is replaced by its intact records. If there
  /// is none, it is removed.
  func open(isRead: Bool = false) throws(SystemFailure) -> Opening {
    (identity, end, index, openReader, scanned) = (nil, nil, LogIndex(), nil, nil)
    header = LogHeader(version: version, name: fileName.label)
    guard let reader = try folder.reader(file) else { return .intact }
    guard reader.size <= limit else { return .refused(.tooLarge(file: file, limit: limit)) }
    var damage: Damage?
    var found: LogHeader?
    switch LogHeader.parse(try reader.bytes(0..<LogHeader.largestSize)) {
    case .intact(let header):
      if let refusal = refusal(of: header) { return .refused(refusal) }
      guard [fileName.label, fileName.name].contains(header.name), header.version == version else {
        let owner = "\(header.name), version \(header.version)"
        return .damaged(try salvage(.misplaced(owner: owner)))
      }
      self.header = header
      found = header
    case .newerFormat(let version): return .refused(.newer(file: file, version: version))
    case .damaged(let kind): damage = kind
    }
    identity = reader.identity
    if isRead { try reader.readAll() }
    if folder.lock.isReadOnly { openReader = reader }
    index = LogIndex(capacity: min(header.snapshotCount, reader.size / RecordHead.size))
    var scan = try LogScan(reader, found)
    end = try scan.forEach { event in
      switch event {
      case .record(let head, let id, let offset): note(head, id, at: offset)
      case .damage(let range, let id):
        // The older value of a damaged element must not be taken for its newest one.
        id?.withUnsafeBytes { index.remove($0) }
        if found != nil { damage = range.upperBound > reader.size ? .length : damage ?? .checksum }
      }
      return true
    }
    guard let damage else {
      if isRead { scanned = reader.window }
      return .intact
    }
    return .damaged(try salvage(damage))
  }

  /// Preserves the damaged file, and replaces it by its intact records.
  private func salvage(_ damage: Damage) throws(SystemFailure) -> StorageError {
    let quarantine = try folder.preserve(file).name
    header.isSalvaged = true
    // Nothing is known about copies any more, so the mirror compares all elements.
    header.origin = 0
    do throws(SystemFailure) {
      if index.count == 0 {
        try folder.remove([file])
        (identity, end) = (nil, nil)
      } else {
        try replace(with: [])
      }
    } catch {
      // The intact records can be read nevertheless, and the next write replaces the file.
      end = nil
    }
    return .corrupt(file: file, damage: damage, quarantine: quarantine)
  }

  /// Records a change in the index and in the header's numbers.
  func note(_ head: RecordHead, _ id: UnsafeRawBufferPointer, at offset: Int) {
    header.sequence = max(header.sequence, head.sequence)
    header.note(head.kind, origin: head.origin)
    index.apply(head, id: id, at: offset)
  }

  // MARK: Reading

  /// Opens the file that this log has indexed; returns `nil` if there is none.
  ///
  /// After a failed write, the file may have bytes of that write at its end.
  ///
  /// - Throws: ``SystemFailure``, with ``SystemFailure/isChanged`` if another owner has written the file.
  func indexedFile() throws(SystemFailure) -> FileReader? {
    if let openReader { return openReader }
    let found = try folder.reader(file)
    try requireIndexed(found?.identity)
    return found
  }

  /// Throws if the file with this identity is not the one that this log has indexed.
  func requireIndexed(_ found: FileIdentity?) throws(SystemFailure) {
    let isIndexed = found == identity || end == nil && found?.number == identity?.number
    guard isIndexed else { throw SystemFailure(changed: file) }
  }

  /// Returns the record of an element; `nil` if there is no such element.
  func record(of id: [UInt8]) throws(SystemFailure) -> LogRecord? {
    guard let reader = try indexedFile(), let slot = index.slot(of: id) else { return nil }
    return LogRecord(try reader.bytes(index.places[slot].record)[...], id: id)
  }

  /// Returns how far the release of a file has seen the previous release's file.
  ///
  /// The file belongs to a newer release, so it is only read.
  func seen() throws(SystemFailure) -> UInt64 {
    guard let (reader, header) = try storedHeader() else { return 0 }
    var seen = header.seen
    var scan = try LogScan(reader, header)
    try scan.forEach { event in
      if case .record(let head, _, _) = event, head.kind == .seen { seen = max(seen, head.origin) }
      return true
    }
    return seen
  }

  private func storedHeader() throws(SystemFailure) -> (reader: FileReader, header: LogHeader)? {
    guard let reader = try folder.reader(file),
      case .intact(let header) = LogHeader.parse(try reader.bytes(0..<LogHeader.largestSize))
    else { return nil }
    return (reader, header)
  }

  /// Returns the error of a file of another owner; one without an owner belongs to that of its directory.
  private func refusal(of found: LogHeader) -> StorageError? {
    guard let owner = found.owner, owner != fileName.owner else { return nil }
    return .anotherOwner(file: file, owner: owner)
  }

  /// Throws ``StorageError/anotherOwner(file:owner:)`` if one of these files belongs to another owner.
  ///
  /// A file that cannot be read now throws where it is opened.
  static func requireOwner(of names: [FileName], in folder: DataDirectory) throws(StorageError) {
    for log in names.map({ Log(folder, $0, limit: 0) }) {
      var found: LogHeader?
      do throws(SystemFailure) { found = try log.storedHeader()?.header } catch {}
      if let refusal = found.flatMap(log.refusal) { throw refusal }
    }
  }

  /// Returns the records of all elements in order.
  func contents() throws(SystemFailure) -> LogContents {
    if let scanned = scanned.take() {
      return LogContents(bytes: scanned, index: index, isVerified: true)
    }
    let reader = try indexedFile()
    return LogContents(
      bytes: try reader?.bytes(0..<(reader?.size ?? 0)) ?? [], index: index, isVerified: false)
  }
}

/// The bytes of a log with the places of its elements, which several threads can read.
struct LogContents: Sendable {
  let bytes: [UInt8]
  let index: LogIndex
  /// Whether the checksums of these bytes have been compared already.
  let isVerified: Bool

  func record(_ entry: LogIndex.Entry) -> LogRecord {
    switch entry {
    case .stored(let slot): record(slot)
    case .changed(let change): LogRecord(id: change.id, value: change.value)
    }
  }

  /// Returns the record in a live slot.
  func record(_ slot: Int) -> LogRecord {
    let (place, id) = (index.places[slot].record, index.id(of: slot))
    guard place.upperBound <= bytes.count else { return LogRecord(id: id, value: nil) }
    return LogRecord(bytes[place], id: id, isVerified: isVerified)
  }
}

/// An element in a log, or in a change that is not in it yet.
struct LogRecord: Sendable {
  let id: [UInt8]
  /// The value; `nil` if its bytes are damaged.
  let value: StoredBytes?
  /// The sequence number and the origin; 0 in a change, and if they are damaged.
  private(set) var sequence: UInt64 = 0
  private(set) var origin: UInt64 = 0

  init(id: [UInt8], value: StoredBytes?) {
    (self.id, self.value) = (id, value)
  }

  /// Parses the bytes of a record, whose checksums are not compared again if `isVerified` is `true`.
  init(_ bytes: ArraySlice<UInt8>, id: [UInt8], isVerified: Bool = false) {
    self.id = id
    let parsed = bytes.withUnsafeBytes { raw in
      RecordHead(raw).map { head in
        let isOfElement = head.id(in: raw)?.elementsEqual(id) == true
        return (head, isIntact: isVerified || isOfElement && head.value(in: raw) != nil)
      }
    }
    guard let (head, isIntact) = parsed, head.recordSize == bytes.count else {
      value = nil
      return
    }
    (sequence, origin) = (head.sequence, head.origin)
    let content = bytes.dropFirst(head.valueRange.lowerBound).prefix(head.valueLength)
    value = isIntact ? head.stored(content) : nil
  }
}
