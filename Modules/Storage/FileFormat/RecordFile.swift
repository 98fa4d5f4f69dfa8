#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of one value: one file for each schema version.
///
/// A write replaces the file or, for a collection, appends to it.
///
/// This release writes the file of its version. Some storage classes also preserve the previous
/// release's file, in case the app is rolled back. For these classes:
/// - A write also updates the previous release's file, if the schema has a function `down`.
/// - A load also reads the previous release's file, because that release may have written it after this
///   release's last write.
struct RecordFile<Value: Sendable>: Sendable {
  let files: VersionedFiles
  let coding: ValueCoding<Value>
  unowned let directory: StorageDirectory

  /// The result of a load: the value and the state of the files.
  struct Loaded: Sendable {
    var value: Value?
    var position: FilePosition
    /// The error to throw if only a newer release can read the stored value; otherwise `nil`.
    var newer: StorageError?
    /// The source of the value, for the ``OpenReport``.
    var origin = Origin()
  }

  /// The files that a value was read from.
  struct Origin: Sendable {
    var version: Int?
    var bytes = 0
    /// The version of an earlier release whose value was merged into the loaded value; `nil` for none.
    ///
    /// The app was rolled back to that release, which then wrote its file.
    var mergedVersion: Int?
    /// The damaged files for which the load threw no error.
    ///
    /// The array has one ``StorageError/corrupt(file:damage:quarantine:)`` for each such file. Damage
    /// is not thrown if the file belongs to a cache, or if the file's value was not needed.
    var setAside: [StorageError] = []
  }

  typealias AppendPosition = FilePosition.AppendPosition

  init(
    _ name: String, coding: ValueCoding<Value>, dataClass: StorageClass,
    in directory: StorageDirectory
  ) {
    files = VersionedFiles(
      folder: directory.folder(for: dataClass), name: name, dataClass: dataClass)
    self.coding = coding
    self.directory = directory
  }

  /// Whether this object has the storage class `dataClass` and a schema equivalent to that of `coding`.
  ///
  /// Two schemas count as equivalent if their steps have the same names, because the closures of the
  /// steps cannot be compared.
  func isDeclared(as coding: ValueCoding<Value>, _ dataClass: StorageClass) -> Bool {
    self.coding.steps == coding.steps && files.dataClass.worth == dataClass.worth
  }

  /// Loads the value from the files, migrating or merging it if necessary.
  func load() throws(StorageError) -> Loaded {
    let file = try files.file(version: coding.version)
    let versions = try files.versions(of: file)
    var loaded = Loaded(value: nil, position: FilePosition())
    let own =
      versions.contains(coding.version) ? try found(file, &loaded.origin.setAside) : nil
    if let own {
      loaded.position.own = own.tail
      (loaded.origin.version, loaded.origin.bytes) = (file.version, own.size)
      loaded.value = try value(own, in: file, &loaded.origin.setAside)
    }
    loaded.position.outdated = versions.filter { $0 < coding.version }
    loaded.position.newer = versions.filter { $0 > coding.version }
    markAsWritten(&loaded)

    // A cache does not preserve older files. It reads an earlier release's file only if this release
    // has no file yet.
    guard files.dataClass.isWorthKeeping || own == nil,
      let version = loaded.position.outdated.last,
      let last = try found(
        file.of(version: version), isSpare: own != nil, &loaded.origin.setAside)
    else {
      if own == nil, let newest = loaded.position.newer.last {
        loaded.newer = .newer(file: file.of(version: newest).text, version: newest)
      }
      return loaded
    }
    if files.dataClass.isWorthKeeping {
      loaded.position.outdated.removeLast()
      loaded.position.previous = FilePosition.Previous(
        version: version, tail: last.tail, isCurrent: last.tail.stamp == own?.copy.after,
        lacksChanges: own?.copy.isOmitted == true)
    }
    let older = file.of(version: version)
    let oldest = versions[0]
    if let own {
      guard let kept = loaded.value, own.copy.isForeign(last.tail.stamp),
        !(directory.isReadOnly && own.copy.isSuperseded(by: last.tail.stamp))
      else { return loaded }
      loaded.value = try merged(kept, own.copy, with: last, in: older, toldTo: oldest)
      loaded.origin.mergedVersion = version
    } else {
      loaded.origin.version = version
      loaded.origin.bytes = last.size
      loaded.position.base = last.tail.stamp.sequence
      loaded.value = try migrated(last, in: older, toldTo: oldest, &loaded)
    }
    return loaded
  }

  /// Returns the value of the previous release's file, migrated to this release's version.
  ///
  /// The app may have been rolled back to a release before the previous one. If that earlier release has
  /// then written its file, its value is merged.
  ///
  /// - Parameters:
  ///   - last: The content of the previous release's file.
  ///   - file: The name of that file.
  ///   - oldest: The lowest version that has a file. The earlier release may have read the value from
  ///     that file. A merge treats a missing element as removed only if the element can be converted to
  ///     this version.
  ///   - loaded: The result of the load, whose origin and position are updated.
  /// - Returns: The value; `nil` if the file belongs to a cache and cannot be decoded or migrated.
  /// - Throws: ``StorageError`` if a file of any other storage class cannot be read or decoded.
  private func migrated(
    _ last: Found, in file: FileName, toldTo oldest: Int, _ loaded: inout Loaded
  ) throws(StorageError) -> Value? {
    guard let value = try value(last, in: file, &loaded.origin.setAside)
    else { return nil }
    guard files.dataClass.isWorthKeeping,
      let earlier = loaded.position.outdated.last.map(file.of(version:)),
      let written = try found(earlier, isSpare: true, &loaded.origin.setAside),
      last.copy.isForeign(written.tail.stamp)
    else { return value }
    loaded.origin.mergedVersion = earlier.version
    loaded.position.base = max(loaded.position.base, written.tail.stamp.sequence)
    return try merged(value, last.copy, with: written, in: earlier, toldTo: oldest)
  }

  /// Returns `kept`, merged with the value that an earlier release wrote after a rollback.
  ///
  /// An element that `written` lacks counts as removed only if the earlier release had read it. `copy`
  /// shows whether the earlier release had read a copy of `kept`:
  /// - If it had, it had read at least the elements that can be converted to the version `oldest`.
  /// - If it had not, no element counts as removed.
  ///
  /// - Parameters:
  ///   - kept: The value of this release, or the migrated value of the previous release.
  ///   - copy: The stamps in the record of `kept`.
  ///   - written: The content of the earlier release's file.
  ///   - file: The name of the earlier release's file.
  ///   - oldest: The lowest version that has a file. A release without its own file reads an older one.
  ///     So the earlier release may have read `kept` from the file of this version.
  /// - Returns: The merged value; `nil` if a migration step rejects the value of a cache.
  /// - Throws: ``StorageError`` if the earlier release's file cannot be decoded or migrated.
  private func merged(
    _ kept: Value, _ copy: RollbackMirror, with written: Found, in file: FileName,
    toldTo oldest: Int
  ) throws(StorageError) -> Value? {
    try files.decodeOrDiscard(file) { () throws(DecodingFailure) in
      let told = copy.wasSeen(before: written.tail.stamp) ? oldest : nil
      return try coding.merge(kept, written.payload, file.version, told)
    }
  }

  /// Removes the changes in `written` from the list of unwritten changes in `value`.
  func markAsWritten(_ value: inout Value?, written: Value?) {
    guard let changes = coding.changes, let written, var current = value.take() else { return }
    changes.markAsWritten(&current, written)
    value = current
  }

  /// Marks the loaded value as written, and records how many changes its file contains.
  private func markAsWritten(_ loaded: inout Loaded) {
    guard let changes = coding.changes, let value = loaded.value else { return }
    loaded.position.own?.parts = changes.count(value).changes
    markAsWritten(&loaded.value, written: value)
  }
}

extension RecordFile {
  /// Loads the value and reports the outcome as an ``OpenReport``.
  func open() throws(StorageError) -> Loaded {
    try directory.reporting(event) { () throws(StorageError) in try load() }
  }

  private func event(_ result: Result<Loaded, StorageError>, _ duration: Duration) -> OpenReport {
    let origin: Origin
    let outcome: OpenReport.Outcome
    switch result {
    case .success(let loaded):
      origin = loaded.origin
      outcome =
        if let newer = loaded.newer {
          .failed(newer)
        } else if loaded.value == nil {
          origin.setAside.first.map { .failed($0) } ?? .absent
        } else if let version = origin.mergedVersion {
          .merged(writtenBy: version)
        } else if let version = origin.version, version < coding.version {
          .migrated(steps: Array(coding.steps[(version - 1)...]))
        } else {
          .current
        }
    case .failure(let error):
      origin = Origin()
      outcome = .failed(error)
    }
    return OpenReport(
      repository: files.name, version: coding.version, foundVersion: origin.version,
      bytes: origin.bytes, duration: duration, outcome: outcome, setAside: origin.setAside)
  }
}
