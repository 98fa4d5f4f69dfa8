#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One value, in one file per schema version, each replaced whole.
///
/// This release writes the file of its own version. Beside it lies, while the data class keeps it,
/// the file that the release before reads: brought up to date after every write where the schema
/// knows the way down, and looked at on every load, because that release may have run meanwhile.
struct SnapshotFile<Value: Sendable>: ValueFile {
  let files: VersionedFiles
  let coding: ValueCoding<Value>

  /// Where the files stand after the last load or write.
  struct Position: Sendable {
    var own = Mark.none
    /// What the own file holds, so that an unchanged value is not written again.
    var payload: Data?
    var previous: Previous?
    /// Files of versions that no release reads any more.
    var outdated: [Int] = []
  }

  /// The file that the release before reads.
  struct Previous: Sendable {
    let version: Int
    var mark: Mark
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

  func load() throws(StorageError) -> Loaded<Value, Position> {
    let file = try files.file(version: coding.version)
    let versions = try files.versions(of: file)
    let own = versions.contains(coding.version) ? try found(file) : nil
    var position = Position(own: own?.mark ?? .none, payload: own?.record.payload)
    let kept = try own.flatMap { own throws(StorageError) in try value(own, in: file) }

    position.outdated = versions.filter { $0 < coding.version }
    // A cache needs no way back: what an earlier release left is of use only while it is all there
    // is.
    guard files.dataClass.isWorthKeeping || own == nil, let version = position.outdated.last,
      let last = try found(file.of(version: version), isSpare: own != nil)
    else {
      let newest = versions.last ?? 0
      let newer = StorageError.newer(file: file.of(version: newest).text, version: newest)
      return Loaded(
        value: kept, position: position, newer: own == nil && newest > coding.version ? newer : nil)
    }
    position.outdated.removeLast()
    position.previous = Previous(version: version, mark: last.mark)
    guard let own else {
      let migrated = try value(last, in: file.of(version: version))
      return Loaded(value: migrated, position: position, isBehind: migrated != nil)
    }
    guard let kept, last.mark.isForeign(to: own.record.seen) else {
      position.previous?.isCurrent = last.mark == own.record.seen
      return Loaded(value: kept, position: position)
    }
    let merged = try files.usable(file.of(version: version)) { () throws(DecodingFailure) in
      // With a higher number, that release began from what this one had left there.
      let knewKept = last.mark.sequence > own.record.seen.sequence
      return try coding.merge(kept, last.record.payload, version, knewKept)
    }
    return Loaded(value: merged, position: position, isBehind: true)
  }

  private typealias Found = (record: Record, mark: Mark)

  /// The record of a file, intact; nothing when there is no file or it was worth nothing.
  ///
  /// - Parameter isSpare: There is a newer value; damage to this one is set aside without an error.
  private func found(_ file: FileName, isSpare: Bool = false) throws(StorageError) -> Found? {
    let damage: Damage
    switch try files.content(of: file) {
    case .absent: return nil
    case .damaged(let header): damage = header
    case .records(let records):
      switch Record.parse(records) {
      case .intact(let record, let mark): return (record, mark)
      case .damaged(let record): damage = record
      }
    }
    do {
      try files.giveUp(file, damage)
    } catch {
      guard isSpare, case .corrupt = error else { throw error }
    }
    return nil
  }

  /// The value of a record; nothing when it is too old, or was worth nothing.
  private func value(_ found: Found, in file: FileName) throws(StorageError) -> Value? {
    guard files.dataClass.isFresh(found.record.time) else { return nil }
    return try files.usable(file) { () throws(DecodingFailure) in
      try coding.decode(found.record.payload, file.version)
    }
  }
}
