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

  /// What was found, and where the files stand.
  struct Loaded: Sendable {
    var value: Value?
    var position: Position
    /// The value is not in this version's file: it was migrated or merged.
    var isBehind = false
    /// There is only a value that a newer release can read.
    var newer: StorageError?
  }

  /// Where the files stand after the last load or write.
  struct Position: Sendable {
    var own: Tail?
    var previous: Previous?
    /// Files of versions that no release reads any more.
    var outdated: [Int] = []
  }

  /// The end of a file.
  struct Tail: Sendable {
    var mark: Mark
    /// The bytes of its records; nothing when it is not certain that they end there.
    var length: Int?
    /// How many parts were written, counting again those that were written again.
    var parts = 0
    /// The whole content where it is replaced whole, so that the same is not written again.
    var payload: Data?
  }

  /// The file that the release before reads.
  struct Previous: Sendable {
    let version: Int
    var tail: Tail
    /// Whether it has what the own file has, as far as it can.
    var isCurrent = false
  }

  init(
    _ name: String, coding: ValueCoding<Value>, dataClass: DataClass, in directory: StorageDirectory
  ) {
    files = VersionedFiles(
      folder: directory.folder(for: dataClass), name: name, dataClass: dataClass)
    self.coding = coding
  }

  func load() throws(StorageError) -> Loaded {
    let file = try files.file(version: coding.version)
    let versions = try files.versions(of: file)
    let own = versions.contains(coding.version) ? try found(file) : nil
    var loaded = Loaded(value: nil, position: Position(own: own?.tail))
    loaded.value = try own.flatMap { own throws(StorageError) in try value(own, in: file) }
    loaded.position.outdated = versions.filter { $0 < coding.version }
    settle(&loaded)

    // A cache needs no way back: what an earlier release left is of use only while it is all there
    // is.
    guard files.dataClass.isWorthKeeping || own == nil,
      let version = loaded.position.outdated.last,
      let last = try found(file.of(version: version), isSpare: own != nil)
    else {
      if own == nil, let newest = versions.last, newest > coding.version {
        loaded.newer = .newer(file: file.of(version: newest).text, version: newest)
      }
      return loaded
    }
    if files.dataClass.isWorthKeeping {
      loaded.position.outdated.removeLast()
      loaded.position.previous = Previous(
        version: version, tail: last.tail, isCurrent: last.tail.mark == own?.seen)
    }
    guard let own else {
      loaded.value = try value(last, in: file.of(version: version))
      loaded.isBehind = loaded.value != nil
      return loaded
    }
    if let kept = loaded.value, last.tail.mark.isForeign(to: own.seen) {
      loaded.value = try files.usable(file.of(version: version)) { () throws(DecodingFailure) in
        // With a higher number, that release began from what this one had left there.
        let knewKept = last.tail.mark.sequence > own.seen.sequence
        return try coding.merge(kept, last.payload, version, knewKept)
      }
      loaded.isBehind = true
    }
    return loaded
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
