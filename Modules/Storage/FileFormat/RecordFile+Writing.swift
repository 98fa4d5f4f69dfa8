#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordFile {
  /// Writes the value or what has changed of it, then brings what the release before reads up to
  /// date.
  ///
  /// In this order, and with the second write announced in the first: whatever is cut off, the next
  /// load can tell an old write of ours from a new one of that release.
  func write(_ value: Value?, from position: inout Position) throws(StorageError) {
    let file = try files.file(version: coding.version)
    guard let value else { return try removeAll(file, from: &position) }

    guard let payload = try encoded(value, in: file, after: position.own) else {
      throw .notEncodable(file: file.text, reason: "a step on the way is missing")
    }
    let isUnchanged =
      payload.isAppended && payload.bytes.isEmpty
      || payload.bytes == position.own?.payload
    if isUnchanged, position.own != nil, position.previous?.isCurrent != false { return }
    let copy = copy(of: value, for: position.previous, in: file)
    let seen = copy?.tail.mark ?? position.previous?.tail.mark ?? .none
    let own = Write(payload, to: file, after: position.own, seen: seen, files.dataClass.time)
    do {
      try files.perform(own.record, own.offset, file)
    } catch {
      // Whether some of it has arrived is not certain: the next write replaces the file.
      position.own?.length = nil
      throw error
    }
    position.own = own.tail
    position.previous?.isCurrent = copy == nil
    tidy(copy, &position)
    try files.sync()
  }

  /// What is best undone later than not written: the copy for the release before, and the files
  /// that no release reads.
  private func tidy(_ copy: Write?, _ position: inout Position) {
    do throws(StorageError) {
      if let copy {
        position.previous?.tail.length = nil
        try files.perform(copy.record, copy.offset, copy.file)
        position.previous?.tail = copy.tail
        position.previous?.isCurrent = true
      }
      let file = try files.file(version: coding.version)
      for version in position.outdated { try files.drop(file.of(version: version)) }
      position.outdated = []
    } catch {
      // The value itself is kept; what is left undone here is done with the next write.
    }
  }

  /// The bytes of a value or of its changes.
  private struct Encoded {
    let bytes: Data
    let isAppended: Bool
    let parts: Int
  }

  /// One record on its way, and where the file stands after it.
  private struct Write {
    let file: FileName
    let record: Data
    let offset: Int?
    let tail: Tail

    init(_ payload: Encoded, to file: FileName, after tail: Tail?, seen: Mark, _ time: Int64) {
      let (record, mark) = Record(
        sequence: (tail?.mark.sequence ?? 0) + 1, seen: seen, time: time, payload: payload.bytes
      ).encoded()
      let start = payload.isAppended ? tail?.length : nil
      self.file = file
      self.record = record
      offset = start
      self.tail = Tail(
        mark: mark, length: (start ?? 0) + record.count, parts: payload.parts,
        payload: payload.parts == 0 ? payload.bytes : nil)
    }
  }

  /// The changes where the file can take them and would not become mostly of no use, else all.
  private func encoded(
    _ value: Value, in file: FileName, after tail: Tail?
  ) throws(StorageError) -> Encoded? {
    do {
      guard let changes = coding.changes else {
        return try coding.encode(value, file.version)
          .map { Encoded(bytes: $0, isAppended: false, parts: 0) }
      }
      let (count, parts) = changes.count(value)
      if let tail, let length = tail.length, tail.parts + count <= 2 * parts + 1_000,
        let bytes = try changes.encode(value, file.version),
        length + bytes.count < files.dataClass.sizeLimit
      {
        return Encoded(bytes: bytes, isAppended: true, parts: tail.parts + count)
      }
      return try coding.encode(value, file.version)
        .map { Encoded(bytes: $0, isAppended: false, parts: parts) }
    } catch {
      throw .notEncodable(file: file.text, reason: "\(error)")
    }
  }

  /// What the release before will read, or nothing where there is none or no way down.
  private func copy(of value: Value, for previous: Previous?, in file: FileName) -> Write? {
    guard files.dataClass.isWorthKeeping, let previous else { return nil }
    let older = file.of(version: previous.version)
    var tail = previous.tail
    // What it lacks is more than the changes since the last write.
    if !previous.isCurrent { tail.length = nil }
    do {
      return try encoded(value, in: older, after: tail)
        .map { Write($0, to: older, after: tail, seen: .none, files.dataClass.time) }
    } catch {
      // A value that the older shape cannot hold must not keep this release from storing it.
      return nil
    }
  }

  /// Removes the value for every release, the earlier ones first: what is removed must not come
  /// back by migration.
  private func removeAll(_ file: FileName, from position: inout Position) throws(StorageError) {
    let earlier = position.outdated + [position.previous?.version].compactMap { $0 }
    do {
      for version in earlier + [file.version] { try files.folder.remove(file.of(version: version)) }
    } catch {
      throw StorageError(writing: error)
    }
    position = Position()
    try files.sync()
  }
}
