#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordFile {
  /// Writes the value or its changes, then updates the file that the previous release reads.
  ///
  /// This release's file is written first. Its new record contains two stamps of the previous release's
  /// file: the current one, and the one that the update will produce. If the next load finds a third
  /// stamp in the previous release's file, the previous release has written it in the meantime.
  func write(_ value: Value?, from position: inout FilePosition) throws(StorageError) {
    let file = try files.file(version: coding.version)
    guard let value else { return try removeAll(file, from: &position) }
    guard let payload = try payload(of: value, in: file, after: position.own) else {
      throw .notEncodable(file: file.text, reason: "it has no encoding in this version")
    }
    if isWritten(payload, position) { return }

    let copy = copy(
      of: value, for: position.previous, in: file, isReplaced: !payload.isChange)
    let found = position.previous?.tail.stamp ?? .none
    let own = FileWrite(
      payload, to: file, after: position.own,
      number: (position.own?.stamp.sequence ?? position.base) + 1,
      copy: RollbackMirror(before: found, after: copy?.tail.stamp ?? found))
    // After a failed append, the end of the file is unknown. So the next write replaces the file if the
    // write below fails.
    position.own?.length = nil
    try files.perform(own.bytes, own.offset, file)
    // If a later step fails, the next write must repeat that step. With an equal payload here,
    // `isWritten` would skip the next write.
    position.own?.payload = nil
    position.previous?.isCurrent = copy == nil
    position.previous?.lacksChanges = copy == nil
    // This release's new file is synced before the copy for the previous release is written. If a power
    // cut preserved only the copy, it would count as a write by the previous release.
    if own.offset == nil, copy != nil { try files.sync() }
    tidy(file, copy, &position)
    if own.offset == nil { try files.sync() }
    position.own = own.tail
  }

  /// Whether the write can be omitted, because the files already contain the value.
  ///
  /// This release's file must contain `payload`. The previous release's file must contain the same value
  /// (``FilePosition/Previous/isCurrent``), or not exist.
  private func isWritten(_ payload: FilePayload, _ position: FilePosition) -> Bool {
    guard let own = position.own else { return false }
    let isUnchanged = payload.isChange ? payload.bytes.isEmpty : payload.bytes == own.payload
    return isUnchanged && position.previous?.isCurrent != false
  }

  /// Removes obsolete files, and writes the copy of the value that the previous release reads.
  ///
  /// `copy` is `nil` if the previous release needs no copy. Errors are ignored, because this release's
  /// file already contains the value. A later write repeats the failed steps.
  private func tidy(_ file: FileName, _ copy: FileWrite?, _ position: inout FilePosition) {
    do throws(StorageError) {
      // The outdated files are removed before the copy is written. The copy's record contains no stamps
      // of outdated files. So the previous release would treat a remaining one as written after the
      // copy.
      for version in position.outdated { try files.drop(file.of(version: version)) }
      position.outdated = []
      guard let copy else { return }
      try files.perform(copy.bytes, copy.offset, copy.file)
      position.previous?.tail = copy.tail
      position.previous?.isCurrent = true
    } catch {
      // This release's file contains the value, and a later write repeats the failed steps.
    }
  }

  /// Returns the copy of `value` to write to the previous release's file; `nil` for no copy.
  ///
  /// `previous` is `nil` for a cache, and if the previous release has no file. There is also no copy if
  /// the value cannot be converted to the shape of that release.
  ///
  /// If this release's file is replaced (`isReplaced`), the copy replaces the previous release's file,
  /// too. The number of appended changes decides when a file is compacted. For the previous release's
  /// file, each process counts only its own appends. So many processes with few appends each would never
  /// compact the file, and it would grow without limit.
  private func copy(
    of value: Value, for previous: FilePosition.Previous?, in file: FileName, isReplaced: Bool
  ) -> FileWrite? {
    guard let previous else { return nil }
    let older = file.of(version: previous.version)
    var tail = previous.tail
    // The previous release's file may lack this release's last written value, or earlier changes. Then
    // the changes since the last write are not sufficient, and the file is replaced as a whole.
    if !previous.isCurrent || previous.lacksChanges || isReplaced { tail.length = nil }
    do {
      // Without `down`, the whole value cannot be converted, but removals can be appended.
      let payload =
        try payload(of: value, in: older, after: tail)
        ?? payload(of: value, in: older, after: previous.tail)
      return payload.map {
        FileWrite(
          $0, to: older, after: previous.tail,
          number: tail.stamp.sequence + RollbackMirror.stride, copy: .none)
      }
    } catch {
      // The value is stored even if the older shape cannot represent it. Only the copy is omitted.
      return nil
    }
  }

  /// Returns the payload to write: the changes if they can be appended, otherwise the whole value.
  ///
  /// Returns `nil` if the value cannot be converted to the version of the file, because one of the
  /// migration steps has no function `down`.
  private func payload(
    of value: Value, in file: FileName, after tail: AppendPosition?
  ) throws(StorageError) -> FilePayload? {
    do {
      if let changes = coding.changes, let tail, let length = tail.length {
        let (count, parts) = changes.count(value)
        if !Compaction.isDue(changes: tail.parts + count, parts: parts, size: length),
          let bytes = try changes.encode(value, file.version),
          FileHeader.size + length + Record.headerSize + bytes.count <= files.dataClass.sizeLimit
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

  /// Removes the files of all versions, or none if only newer releases have files.
  ///
  /// In the second case, this release cannot read the stored value, and so does not remove it.
  ///
  /// This release's file is removed last. If an interruption left only an older file, the next load
  /// would migrate that file and so restore a removed value.
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

/// The encoding of a value or of its changes.
private struct FilePayload {
  let bytes: Data
  let isChange: Bool
  /// The number of parts in the file after the write.
  let parts: Int
}

/// A record to write, and the state of its file after the write.
private struct FileWrite {
  let file: FileName
  /// The encoded record, preceded by a file header if the file is replaced.
  let bytes: Data
  /// The offset of an append; `nil` if the file is replaced.
  let offset: Int?
  let tail: FilePosition.AppendPosition

  init(
    _ payload: FilePayload, to file: FileName, after tail: FilePosition.AppendPosition?,
    number: UInt64, copy: RollbackMirror
  ) {
    let length = payload.isChange ? tail?.length : nil
    let header = length == nil ? FileHeader(version: file.version).bytes : Data()
    let stamp: FileStamp
    (bytes, stamp) = Record(sequence: number, copy: copy, time: 0, payload: payload.bytes)
      .encoded(behind: header)
    self.file = file
    offset = length.map { FileHeader.size + $0 }
    self.tail = FilePosition.AppendPosition(
      stamp: stamp, length: (length ?? 0) + bytes.count - header.count, parts: payload.parts,
      payload: payload.parts == 0 ? payload.bytes : nil)
  }
}
