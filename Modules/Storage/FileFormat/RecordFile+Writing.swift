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
  func write(_ value: Value?, from position: inout FilePosition) throws(StorageError) {
    let file = try files.file(version: coding.version)
    guard let value else { return try removeAll(file, from: &position) }
    guard let payload = try payload(of: value, in: file, after: position.own) else {
      throw .notEncodable(file: file.text, reason: "it has no encoding")
    }
    if isWritten(payload, position) { return }

    let copy = copy(of: value, for: position.previous, in: file)
    let found = position.previous?.tail.mark ?? .none
    let own = FileWrite(
      payload, to: file, after: position.own,
      number: (position.own?.mark.sequence ?? position.base) + 1,
      copy: Copy(found: found, left: copy?.tail.mark ?? found), time: files.dataClass.time)
    // An append that fails may have arrived in part, and the next write replaces the file. A
    // replacement that fails has not.
    position.own?.length = nil
    try files.perform(own.bytes, own.offset, file)
    // Until all is done the next write has to do it again.
    position.own?.payload = nil
    position.previous?.isCurrent = copy == nil
    tidy(file, copy, &position)
    if own.offset == nil { try files.sync() }
    position.own = own.tail
  }

  /// Whether the files have all of it already.
  private func isWritten(_ payload: FilePayload, _ position: FilePosition) -> Bool {
    // A lifetime begins with the write, so even an equal value is written again.
    guard let own = position.own, files.dataClass.expiry == nil else { return false }
    let isUnchanged = payload.isChange ? payload.bytes.isEmpty : payload.bytes == own.payload
    return isUnchanged && position.previous?.isCurrent != false
  }

  /// What is better done later than not at all: the copy for the release before, and the files that
  /// no release reads.
  private func tidy(_ file: FileName, _ copy: FileWrite?, _ position: inout FilePosition) {
    do throws(StorageError) {
      // First, because a copy does not know of them: they would look written since.
      for version in position.outdated { try files.drop(file.of(version: version)) }
      position.outdated = []
      guard let copy else { return }
      position.previous?.tail.length = nil
      try files.perform(copy.bytes, copy.offset, copy.file)
      position.previous?.tail = copy.tail
      position.previous?.isCurrent = true
    } catch {
      // The value itself is kept; the next write does what is left undone here.
    }
  }

  /// What the release before will read, or nothing where there is none or no way down.
  private func copy(of value: Value, for previous: FilePosition.Previous?, in file: FileName)
    -> FileWrite?
  {
    guard files.dataClass.isWorthKeeping, let previous else { return nil }
    let older = file.of(version: previous.version)
    var tail = previous.tail
    // What it lacks is more than the changes since the last write.
    if !previous.isCurrent { tail.length = nil }
    do {
      return try payload(of: value, in: older, after: tail).map {
        FileWrite(
          $0, to: older, after: tail, number: tail.mark.sequence + Copy.stride, copy: .none, time: 0
        )
      }
    } catch {
      // A value that the older shape cannot hold must not keep this release from storing it.
      return nil
    }
  }

  /// The changes where the file can take them and would not become mostly of no use, else all.
  private func payload(
    of value: Value, in file: FileName, after tail: Tail?
  ) throws(StorageError) -> FilePayload? {
    do {
      if let changes = coding.changes, let tail, let length = tail.length {
        let (count, parts) = changes.count(value)
        if !Compaction.isDue(changes: tail.parts + count, parts: parts, size: length),
          let bytes = try changes.encode(value, file.version),
          length + bytes.count < files.dataClass.sizeLimit
        {
          return FilePayload(bytes: bytes, isChange: true, parts: tail.parts + count)
        }
      }
      let parts = coding.changes?.count(value).parts ?? 0
      return try coding.encode(value, file.version)
        .map { FilePayload(bytes: $0, isChange: false, parts: parts) }
    } catch {
      throw .notEncodable(file: file.text, reason: "\(error)")
    }
  }

  /// Removes the value for every release, unless only a newer one has any.
  ///
  /// This release's file is the last to go: what is removed must come back neither by migration nor
  /// with the next update.
  private func removeAll(_ file: FileName, from position: inout FilePosition) throws(StorageError) {
    let earlier = position.outdated + [position.previous?.version].compactMap { $0 }
    let newer = position.isEmpty ? [] : position.newer
    do {
      for version in earlier + newer + [file.version] {
        try files.folder.remove(file.of(version: version))
      }
    } catch {
      throw StorageError(writing: error)
    }
    position = FilePosition()
    try files.sync()
  }
}

/// The bytes of a value or of its changes.
private struct FilePayload {
  let bytes: Data
  let isChange: Bool
  /// How many parts the file has with them.
  let parts: Int
}

/// One record on its way, and where its file stands after it.
private struct FileWrite {
  let file: FileName
  /// The record, behind a header when the file is replaced.
  let bytes: Data
  /// Where the bytes go; nothing when the file is replaced.
  let offset: Int?
  let tail: FilePosition.Tail

  init(
    _ payload: FilePayload, to file: FileName, after tail: FilePosition.Tail?, number: UInt64,
    copy: Copy, time: Int64
  ) {
    let length = payload.isChange ? tail?.length : nil
    let header = length == nil ? FileHeader(version: file.version).bytes : Data()
    let mark: Mark
    (bytes, mark) = Record(sequence: number, copy: copy, time: time, payload: payload.bytes)
      .encoded(behind: header)
    self.file = file
    offset = length.map { FileHeader.size + $0 }
    self.tail = FilePosition.Tail(
      mark: mark, length: (length ?? 0) + bytes.count - header.count, parts: payload.parts,
      payload: payload.parts == 0 ? payload.bytes : nil)
  }
}
