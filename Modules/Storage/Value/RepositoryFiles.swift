/// The files of one repository: one log for each schema version, and the policy of the storage class.
///
/// This release writes the log of its version. The previous release's log stays in case the app is
/// rolled back; in the class ``StorageClass/critical``, each update is also copied to it. Reading
/// changes no file: what comes from an earlier release is stored together with the next update.
final class RepositoryFiles<Element: Identifiable & Sendable>
where Element.ID: Codable & Sendable {
  let coding: ElementCoding<Element>
  private let name: FileName
  private let dataClass: StorageClass
  private let folder: DataDirectory
  private let own: Log
  /// The newest log of an earlier release, if that release may be installed again.
  private var previous: Log?
  private var mirror: Mirror<Element> { Mirror(coding: coding) }
  /// Whether the previous release's log lacks an update of this release.
  private var isBehind = false
  /// The schema versions of older files that no release reads; the next write removes the files.
  private var outdated: [Int] = []
  /// The schema versions of files that only a newer release reads.
  private var newer: [Int] = []
  /// The changes of earlier releases that the own log does not have yet.
  private var migrated: [LogChange] = []
  private var spellings: Spellings<Element>
  var origin = Origin()

  /// The source of the elements, for the ``OpenReport``.
  struct Origin: Sendable {
    var version: Int?
    var bytes = 0
    /// The version of an earlier release that has written after a rollback; `nil` for none.
    var mergedVersion: Int?
    /// The errors that are not thrown.
    var setAside: [StorageError] = []
    /// The error that the first access throws.
    var damage: StorageError?
    /// The error to throw while only a newer release can read the stored elements.
    var newer: StorageError?
  }

  init(
    _ name: FileName, _ coding: ElementCoding<Element>, _ dataClass: StorageClass,
    in folder: DataDirectory
  ) {
    (self.name, self.coding, self.dataClass, self.folder) = (name, coding, dataClass, folder)
    spellings = Spellings(coding)
    own = Log(folder, name, limit: dataClass.sizeLimit)
  }

  private func log(version: Int) -> Log {
    Log(folder, name.of(version: version), limit: dataClass.sizeLimit)
  }

  // MARK: Opening

  /// Opens the files, and finds out what an earlier release has written.
  ///
  /// If `isRead` is `true`, all elements are loaded next.
  func open(isReadOnly: Bool, isRead: Bool) throws(StorageError) {
    try reading { () throws(SystemFailure) in
      let names = try folder.names(for: name.text)
      if names.contains(FolderCommit.manifest), !isReadOnly { try FolderCommit.finish(in: folder) }
      let versions = try folder.names(for: name.text).compactMap(name.version(of:)).sorted()
      outdated = versions.filter { $0 < own.version }
      newer = versions.filter { $0 > own.version }
    }
    // A write may remove the files of other versions.
    try Log.requireOwner(of: (outdated + newer).map(name.of(version:)), in: folder)
    try open(own, isSpare: false, isRead: isRead)
    if own.exists {
      (origin.version, origin.bytes) = (own.version, own.identity?.size ?? 0)
    } else {
      for version in newer {
        // A newer release recognizes a write of this one by its number, which must be a new one.
        let seen = try reading { () throws(SystemFailure) in try log(version: version).seen() }
        own.header.sequence = max(own.header.sequence, seen)
      }
    }
    try openPrevious()
    migrated = respelled(migrated)
    if !own.exists, previous == nil, migrated.isEmpty, let newest = newer.last {
      origin.newer = .newer(file: name.of(version: newest).text, version: newest)
    }
  }

  private func openPrevious() throws(StorageError) {
    guard let version = outdated.last, dataClass.isWorthKeeping || !own.exists else { return }
    let log = log(version: version)
    try open(log, isSpare: own.exists)
    guard log.exists else { return }
    if dataClass.isWorthKeeping {
      outdated.removeLast()
      previous = log
    }
    // The app has written this file after a process that only reads has opened its own one.
    let isAhead =
      folder.lock.isReadOnly && own.exists && !own.header.isSalvaged
      && log.header.origin > own.header.sequence
    // Numbers of this log are higher than those of its copies, also after this log was lost.
    own.header.sequence = max(own.header.sequence, log.header.origin)
    try reading { () throws(SystemFailure) in
      guard !isAhead, dataClass.isCritical || !own.exists else { return }
      migrated = try mirror.changes(of: log, since: own, isCopy: !own.exists && !newer.isEmpty)
      if !own.exists {
        (origin.version, origin.bytes) = (version, log.identity?.size ?? 0)
        if dataClass.isCritical { try openBeforePrevious(log) }
      } else if !migrated.isEmpty {
        origin.mergedVersion = version
      }
      if !migrated.isEmpty || own.header.isSalvaged { migrated.append(.seen(log.header.sequence)) }
      if dataClass.isCritical { isBehind = try !mirror.copies(of: own, for: log).isEmpty }
    }
  }

  /// Takes over what a release before the previous one has written after a rollback by two releases.
  private func openBeforePrevious(_ previous: Log) throws(SystemFailure) {
    guard let version = outdated.last else { return }
    let log = log(version: version)
    guard case .intact = try log.open() else { return }
    let changes = try mirror.changes(of: log, since: previous)
    if !changes.isEmpty { origin.mergedVersion = version }
    migrated += changes
  }

  /// Opens a log, and handles damage as the storage class demands.
  ///
  /// `isSpare` is `true` if another log has newer elements; damage is then not thrown.
  private func open(_ log: Log, isSpare: Bool, isRead: Bool = false) throws(StorageError) {
    switch try reading({ () throws(SystemFailure) in try log.open(isRead: isRead) }) {
    case .intact: return
    case .damaged(let error):
      if isSpare || !dataClass.isWorthKeeping {
        origin.setAside.append(error)
      } else {
        origin.damage = error
      }
    case .refused(let error):
      guard case .tooLarge = error, !dataClass.isWorthKeeping else { throw error }
      try reading { () throws(SystemFailure) in try folder.remove([log.file]) }
      origin.setAside.append(error)
    }
  }

  // MARK: Reading

  /// Returns the record of one element; `nil` if there is no such element.
  func record(of id: [UInt8]) throws(StorageError) -> LogRecord? {
    let id = spellings.bytes(of: id, in: own.index)
    if let change = migrated.last(where: { $0.id == id }) {
      return change.kind == .saved ? LogRecord(id: id, value: change.value) : nil
    }
    return try reading { () throws(SystemFailure) in try own.record(of: id) }
  }

  /// Decodes all elements, on all cores, as they are after the changes that are not written yet.
  func load(applying pending: [LogChange]) throws(StorageError) -> Loaded<Element> {
    try coding.load(own, applying: migrated + respelled(pending))
  }

  /// Preserves the file of a value that this release cannot decode, and returns the error to report.
  ///
  /// `isNew` is `false` if an earlier launch has reported the same file.
  func preserve(
    _ damage: Damage
  ) throws(StorageError) -> (error: StorageError, isNew: Bool) {
    let copy = try reading { () throws(SystemFailure) in try folder.preserve(source) }
    return (.corrupt(file: source, damage: damage, quarantine: copy.name), copy.isNew)
  }

  /// The file from which the elements come.
  var source: String { own.exists ? own.file : previous?.file ?? own.file }

  // MARK: Writing

  /// Writes an update with what comes from earlier releases, then copies it to the previous release.
  ///
  /// If `isWhole` is `true`, the file is replaced, so that no old value remains in it.
  func write(_ update: [LogChange], isWhole: Bool) throws(StorageError) {
    let changes = migrated + respelled(update)
    let written: [LogChange]
    do throws(SystemFailure) {
      written = try makingRoom { () throws(SystemFailure) in
        try own.write(changes, isWhole: isWhole)
      }
    } catch {
      throw error.isTooLarge
        ? .tooLarge(file: own.file, limit: own.limit) : StorageError(writing: error)
    }
    migrated = []
    if own.exists { origin.newer = nil }
    if let failure = own.unsynced {
      // A power cut could leave only the copy, so there is none before the next write.
      isBehind = true
      throw .notDurable(failure)
    }
    do throws(SystemFailure) {
      // An outdated file that remains would be read if this release's file were lost.
      try folder.remove(outdated.map { name.of(version: $0).text })
      outdated = []
      guard let previous, dataClass.isCritical else { return }
      let isComplete = !isBehind
      isBehind = isBehind || !written.isEmpty
      let copies =
        isComplete
        ? mirror.copies(written, of: own, for: previous) : try mirror.copies(of: own, for: previous)
      try previous.write(copies, isWhole: isWhole)
      isBehind = false
    } catch {
      // This release's file has the update, and the next write repeats the failed steps.
    }
  }

  /// Creates an empty file, unless there is a file of any release.
  ///
  /// - Returns: Whether a file was created in place of one that was not found; a damaged one was found.
  func create() throws(StorageError) -> Bool {
    guard !own.exists, previous == nil, newer.isEmpty else { return false }
    do throws(SystemFailure) {
      try makingRoom { () throws(SystemFailure) in try own.replace(with: []) }
    } catch { throw StorageError(writing: error) }
    if let failure = own.unsynced { throw .notDurable(failure) }
    return origin.damage == nil
  }

  /// Removes the files of all releases, or none if only newer releases have files.
  ///
  /// This release's file is removed last. If an interruption left only an older file, the next opening
  /// would restore its elements.
  func removeAll() throws(StorageError) {
    let earlier = outdated + [previous?.version].compactMap { $0 }
    let removed = (own.exists || !earlier.isEmpty ? earlier + newer : []) + [own.version]
    do throws(SystemFailure) {
      try folder.remove(removed.map { name.of(version: $0).text })
    } catch {
      throw StorageError(writing: error)
    }
    (previous, outdated, newer, migrated, isBehind) = (nil, [], [], [], false)
    do throws(SystemFailure) {
      _ = try own.open()
      try folder.sync()
    } catch {
      throw .notDurable(error)
    }
  }

  /// Returns changes with the bytes under which their ids are stored.
  private func respelled(_ changes: [LogChange]) -> [LogChange] {
    changes.map { spellings.respelled($0, in: own.index) }
  }

  /// Performs a write; if the disk is full, removes caches, and tries once more.
  private func makingRoom<Result>(
    _ write: () throws(SystemFailure) -> Result
  ) throws(SystemFailure) -> Result {
    do throws(SystemFailure) { return try write() } catch {
      guard error.isDiskFull, !error.isTooLarge, folder.makeRoom() else { throw error }
      return try write()
    }
  }
}

/// Converts the failure of a read to a ``StorageError``.
func reading<Result>(
  _ body: () throws(SystemFailure) -> Result
) throws(StorageError) -> Result {
  do throws(SystemFailure) { return try body() } catch {
    throw StorageError(locking: error) ?? .unavailable(error)
  }
}

extension StorageError {
  init(writing failure: SystemFailure) {
    self =
      StorageError(locking: failure)
      ?? (failure.isDiskFull ? .diskFull(failure) : .notWritable(failure))
  }

  /// Creates the error of a directory that another owner has locked, or that is closed.
  ///
  /// Returns `nil` for a failure that is about neither.
  init?(locking failure: SystemFailure) {
    if failure.isInUse {
      self = .inUse(failure.file)
    } else if failure.isOfClosedDirectory {
      self = .closed(failure.file)
    } else {
      return nil
    }
  }

  /// Whether another owner has written a file since it was last read.
  var isChange: Bool {
    switch self {
    case .unavailable(let failure), .notWritable(let failure): failure.isChanged
    default: false
    }
  }
}
