#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordFile {
  /// The content of a file, combined from its records.
  struct Found: Sendable {
    var payload: Data
    var copy: RollbackMirror
    var time: Int64
    var tail: AppendPosition
    /// The size of the file in bytes.
    var size: Int
  }

  /// Returns the content of a file, or `nil` when there is no file.
  ///
  /// If the file is damaged, its bytes are preserved in ``FileName/quarantine``, and the call throws.
  func found(_ file: FileName) throws(StorageError) -> Found? {
    switch try files.content(of: file) {
    case .absent: return nil
    case .damaged(let damage): try files.quarantine(file, damage)
    case .records(let records):
      guard coding.changes == nil else { return try many(consume records, in: file) }
      return try one(records, in: file)
    }
    return nil
  }

  /// Returns the intact content of a file, or `nil` when there is none.
  ///
  /// If the file belongs to a cache or if `isSpare` is `true`, damage is added to `setAside`. Otherwise
  /// the call throws the damage. Pass `true` for `isSpare` if another file has a newer value.
  func found(
    _ file: FileName, isSpare: Bool = false, _ setAside: inout [StorageError]
  ) throws(StorageError) -> Found? {
    do {
      return try found(file)
    } catch {
      try note(error, isSpare: isSpare, &setAside)
      // The file now contains only the intact records, or no longer exists.
      return try found(file)
    }
  }

  /// Returns the decoded and migrated value of a file; `nil` if a cache's value cannot be decoded or
  /// migrated.
  func value(
    _ found: Found, in file: FileName, _ setAside: inout [StorageError]
  ) throws(StorageError) -> Value? {
    do {
      return try files.decodeOrDiscard(file) { () throws(DecodingFailure) in
        try coding.decode(found.payload, file.version)
      }
    } catch {
      try note(error, isSpare: false, &setAside)
      return nil
    }
  }

  /// Adds `error` to `setAside` if it is damage that can be ignored; otherwise throws `error`.
  ///
  /// Damage can be ignored if the file belongs to a cache. It can also be ignored if `isSpare` is
  /// `true`, because another file then has a newer value.
  private func note(
    _ error: StorageError, isSpare: Bool, _ setAside: inout [StorageError]
  ) throws(StorageError) {
    guard isSpare || !files.dataClass.isWorthKeeping, case .corrupt = error else { throw error }
    setAside.append(error)
  }

  private func one(_ bytes: Data, in file: FileName) throws(StorageError) -> Found? {
    switch Record.parse(bytes) {
    case .intact(let record, let stamp, let size) where size == bytes.count:
      return Found(
        payload: record.payload, copy: record.copy, time: record.time,
        tail: AppendPosition(stamp: stamp, payload: record.payload), size: FileHeader.size + size)
    case .intact, .cut: try files.quarantine(file, .length)
    case .damaged: try files.quarantine(file, .checksum)
    }
    return nil
  }

  private func many(_ bytes: consuming Data, in file: FileName) throws(StorageError) -> Found? {
    let size = FileHeader.size + bytes.count
    var scan = RecordScan(bytes)
    guard let (copy, time, stamp) = scan.end else {
      try files.quarantine(file, scan.isCut ? .length : .checksum)
      return nil
    }
    if scan.isDamaged { try files.salvage(file, scan.intact) }
    let tail = AppendPosition(stamp: stamp, length: scan.intact.count)
    return Found(
      payload: scan.join(), copy: copy, time: time, tail: tail, size: size)
  }
}
