#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value in one file per schema version: replaced whole, or, where it has parts, appended to.
///
/// This release writes the file of its own version. Beside it lies, while the data class keeps it,
/// the file that the release before reads: brought up to date after every write where the schema
/// knows the way down, and looked at on every load, because that release may have run meanwhile.
struct RecordFile<Value: Sendable>: Sendable {
  let files: VersionedFiles
  let coding: ValueCoding<Value>
  unowned let directory: StorageDirectory

  /// What was found, and where the files stand.
  struct Loaded: Sendable {
    var value: Value?
    var position: FilePosition
    /// There is only a value that a newer release can read.
    var newer: StorageError?
    /// Where the value came from, for the health report.
    var origin = Origin()
  }

  /// Which files a value came from.
  struct Origin: Sendable {
    var version: Int?
    var bytes = 0
    /// The earlier release that had written since.
    var mergedVersion: Int?
    /// Damaged files that were not needed, or of a cache.
    var setAside: [StorageError] = []
  }

  typealias Tail = FilePosition.Tail

  init(
    _ name: String, coding: ValueCoding<Value>, dataClass: DataClass,
    in directory: StorageDirectory
  ) {
    files = VersionedFiles(
      folder: directory.folder(for: dataClass), name: name, dataClass: dataClass)
    self.coding = coding
    self.directory = directory
  }

  /// Whether two declarations mean the same, as far as that can be told.
  func isDeclared(as coding: ValueCoding<Value>, _ dataClass: DataClass) -> Bool {
    self.coding.steps == coding.steps && files.dataClass.worth == dataClass.worth
  }

  /// Reads what there is, and reports how far a migration has come.
  func load(_ report: @Sendable (MigrationProgress) -> Void) throws(StorageError) -> Loaded {
    let file = try files.file(version: coding.version)
    let versions = try files.versions(of: file)
    var loaded = Loaded(value: nil, position: FilePosition())
    let own =
      versions.contains(coding.version) ? try found(file, &loaded.origin.setAside) : nil
    if let own {
      loaded.position.own = own.tail
      (loaded.origin.version, loaded.origin.bytes) = (file.version, own.size)
      loaded.value = try value(own, in: file, &loaded.origin.setAside, report)
    }
    loaded.position.outdated = versions.filter { $0 < coding.version }
    loaded.position.newer = versions.filter { $0 > coding.version }
    settle(&loaded)

    // A cache needs no way back: what an earlier release left is of use only while it is all there
    // is.
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
        version: version, tail: last.tail, isCurrent: last.tail.mark == own?.copy.left)
    }
    let older = file.of(version: version)
    let oldest = versions[0]
    if let own {
      guard let kept = loaded.value, own.copy.isForeign(last.tail.mark) else { return loaded }
      loaded.value = try merged(kept, own.copy, with: last, in: older, toldTo: oldest)
      loaded.origin.mergedVersion = version
    } else {
      loaded.origin.version = version
      loaded.origin.bytes = last.size
      loaded.position.base = last.tail.mark.sequence
      loaded.value = try migrated(last, in: older, toldTo: oldest, &loaded, report)
    }
    return loaded
  }

  /// The value that the release before left, with what one further back has written since: that
  /// release may never have seen it.
  private func migrated(
    _ last: Found, in file: FileName, toldTo oldest: Int, _ loaded: inout Loaded,
    _ report: @Sendable (MigrationProgress) -> Void
  ) throws(StorageError) -> Value? {
    guard let value = try value(last, in: file, &loaded.origin.setAside, report)
    else { return nil }
    guard files.dataClass.isWorthKeeping,
      let earlier = loaded.position.outdated.last.map(file.of(version:)),
      let written = try found(earlier, isSpare: true, &loaded.origin.setAside),
      last.copy.isForeign(written.tail.mark)
    else { return value }
    loaded.origin.mergedVersion = earlier.version
    loaded.position.base = max(loaded.position.base, written.tail.mark.sequence)
    return try merged(value, last.copy, with: written, in: earlier, toldTo: oldest)
  }

  /// A value brought together with what an earlier release has written since.
  ///
  /// That release may know what was kept from a file further back, the oldest that is there.
  private func merged(
    _ kept: Value, _ copy: Copy, with written: Found, in file: FileName, toldTo oldest: Int
  ) throws(StorageError) -> Value? {
    try files.usable(file) { () throws(DecodingFailure) in
      let told = copy.wasSeen(before: written.tail.mark) ? oldest : nil
      return try coding.merge(kept, written.payload, file.version, told)
    }
  }

  /// Forgets the changes of `value` that were in `written`, which has been written.
  func settle(_ value: inout Value?, written: Value?) {
    guard let changes = coding.changes, let written, var current = value.take() else { return }
    changes.settle(&current, written)
    value = current
  }

  /// What has just been read has been written; how much of it was of no use tells when to tidy up.
  private func settle(_ loaded: inout Loaded) {
    guard let changes = coding.changes, let value = loaded.value else { return }
    loaded.position.own?.parts = changes.count(value).changes
    settle(&loaded.value, written: value)
  }
}
