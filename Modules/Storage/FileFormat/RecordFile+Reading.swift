#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordFile {
  /// What the records of a file hold together.
  struct Found: Sendable {
    var payload: Data
    var copy: Copy
    var time: Int64
    var tail: Tail
    /// All bytes of the file.
    var size: Int
  }

  /// The content of a file; nothing when there is no file.
  func found(_ file: FileName) throws(StorageError) -> Found? {
    switch try files.content(of: file) {
    case .absent: return nil
    case .damaged(let damage): try files.giveUp(file, damage)
    case .records(let records):
      guard coding.changes == nil else { return try many(consume records, in: file) }
      return try one(records, in: file)
    }
    return nil
  }

  /// As ``found(_:)``; damage to a file that is `spare`, because a newer value is there, is only noted,
  /// and so is damage to a cache.
  func found(
    _ file: FileName, isSpare: Bool = false, _ setAside: inout [StorageError]
  ) throws(StorageError) -> Found? {
    do {
      return try found(file)
    } catch {
      try note(error, isSpare: isSpare, &setAside)
      // What could be saved of it is there now.
      return try found(file)
    }
  }

  /// The value in a file; nothing when it is too old, or a cache whose value cannot be read.
  func value(
    _ found: Found, in file: FileName, _ setAside: inout [StorageError],
    _ report: @Sendable (MigrationProgress) -> Void
  ) throws(StorageError) -> Value? {
    guard files.dataClass.isFresh(found.time) else { return nil }
    do {
      return try files.usable(file) { () throws(DecodingFailure) in
        try coding.decode(found.payload, file.version) { completed, total in
          guard file.version < coding.version else { return }
          report(
            MigrationProgress(
              from: file.version, to: coding.version, completed: completed, total: total))
        }
      }
    } catch {
      try note(error, isSpare: false, &setAside)
      return nil
    }
  }

  /// Notes damage that is for the health report alone, and throws every other error.
  private func note(
    _ error: StorageError, isSpare: Bool, _ setAside: inout [StorageError]
  ) throws(StorageError) {
    guard isSpare || !files.dataClass.isWorthKeeping, case .corrupt = error else { throw error }
    setAside.append(error)
  }

  private func one(_ bytes: Data, in file: FileName) throws(StorageError) -> Found? {
    switch Record.parse(bytes) {
    case .intact(let record, let mark, let size) where size == bytes.count:
      return Found(
        payload: record.payload, copy: record.copy, time: record.time,
        tail: Tail(mark: mark, payload: record.payload), size: FileHeader.size + size)
    case .intact, .cut: try files.giveUp(file, .length)
    case .damaged: try files.giveUp(file, .checksum)
    }
    return nil
  }

  private func many(_ bytes: consuming Data, in file: FileName) throws(StorageError) -> Found? {
    let size = FileHeader.size + bytes.count
    var scan = RecordScan(bytes)
    guard let (copy, time, mark) = scan.end else {
      try files.giveUp(file, scan.isCut ? .length : .checksum)
      return nil
    }
    if scan.isDamaged { try files.salvage(file, scan.intact) }
    let tail = Tail(mark: mark, length: scan.intact.count)
    return Found(
      payload: scan.join(), copy: copy, time: time, tail: tail, size: size)
  }
}
