#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of one repository, one per schema version, and the policy of its storage class.
///
/// Failures of system calls are converted to ``StorageError`` here.
struct VersionedFiles: Sendable {
  let folder: DataDirectory
  let name: String
  let dataClass: StorageClass

  func file(version: Int) throws(StorageError) -> FileName {
    try FileName(name, version: version)
  }

  /// Returns the versions of the existing files in ascending sequence.
  func versions(of file: FileName) throws(StorageError) -> [Int] {
    do {
      return try folder.versions(of: file)
    } catch {
      throw StorageError(reading: error)
    }
  }

  /// The result of reading a file: the content after its header, or that the file is absent or damaged.
  enum Content {
    case absent
    case records(Data)
    case damaged(Damage)
  }

  func content(of file: FileName) throws(StorageError) -> Content {
    let bytes: Data?
    do {
      bytes = try folder.read(file, limit: dataClass.sizeLimit)
    } catch {
      // The code below is only for a file that exceeds the limit. Any other failure may be temporary,
      // so the file stays.
      guard error.isTooLarge else { throw StorageError(reading: error) }
      guard !dataClass.isWorthKeeping else {
        throw .tooLarge(file: file.text, limit: dataClass.sizeLimit)
      }
      try drop(file)
      return .absent
    }
    guard let bytes else { return .absent }
    switch FileHeader.parse(bytes) {
    case .damaged(let damage): return .damaged(damage)
    case .newerFormat(let version): throw .newer(file: file.text, version: version)
    case .intact(let header):
      return header.version == file.version
        ? .records(bytes.dropFirst(FileHeader.size)) : .damaged(.foreign)
    }
  }

  /// Renames a damaged file to ``FileName/quarantine``, and throws the damage.
  ///
  /// If the file cannot be renamed, the call throws the failure of renaming instead, and the next read
  /// finds the same damage.
  func quarantine(_ file: FileName, _ damage: Damage) throws(StorageError) {
    do {
      try folder.setAside(file)
    } catch {
      throw StorageError(reading: error)
    }
    throw .corrupt(file: file.text, damage: damage, quarantine: file.quarantine)
  }

  /// Preserves a copy of a damaged file, replaces the file with its intact records, and throws.
  ///
  /// If all steps succeed, the thrown error is ``StorageError/corrupt(file:damage:quarantine:)``. If a
  /// step fails, the storage class decides:
  /// - A cache's file is renamed to ``FileName/quarantine``. The call throws `corrupt`, too, and the
  ///   intact records are not used.
  /// - Any other file keeps its contents, and the call throws the failure of the step.
  func salvage(_ file: FileName, _ records: Data) throws(StorageError) {
    do throws(SystemFailure) {
      try folder.keepCopy(file)
      try folder.replace(file, with: FileHeader(version: file.version).bytes + records)
    } catch {
      guard dataClass.isWorthKeeping else { return try quarantine(file, .checksum) }
      throw StorageError(reading: error)
    }
    throw .corrupt(file: file.text, damage: .checksum, quarantine: file.quarantine)
  }

  func drop(_ file: FileName) throws(StorageError) {
    do {
      try folder.remove(file)
    } catch {
      throw StorageError(reading: error)
    }
  }

  /// Returns the decoded value of a file.
  ///
  /// If the file cannot be decoded, it is renamed to ``FileName/quarantine``, and the call throws. If a
  /// migration step rejects the value, the storage class decides: a cache's file is removed, and the
  /// call returns `nil`; any other file stays, and the call throws.
  func decodeOrDiscard<Value>(
    _ file: FileName, _ decode: () throws(DecodingFailure) -> Value
  ) throws(StorageError) -> Value? {
    do {
      return try decode()
    } catch {
      switch error {
      case .undecodable(let place): try quarantine(file, .undecodable(place))
      case .step(let step, let reason):
        guard !dataClass.isWorthKeeping else {
          throw .migrationFailed(file: file.text, step: step, reason: reason)
        }
        try drop(file)
      }
      return nil
    }
  }

  /// Writes bytes at an offset, or replaces the file when `offset` is `nil`.
  ///
  /// If the disk is full, the call removes caches and tries once more.
  func perform(_ bytes: Data, _ offset: Int?, _ file: FileName) throws(StorageError) {
    guard (offset ?? 0) + bytes.count <= dataClass.sizeLimit else {
      throw .tooLarge(file: file.text, limit: dataClass.sizeLimit)
    }
    do {
      try write(bytes, offset, file)
    } catch {
      // The write is tried once more. If the freed space is too small, the call throws, because there
      // is nothing else to remove.
      guard error.isDiskFull, folder.makeRoom() else { throw StorageError(writing: error) }
      do { try write(bytes, offset, file) } catch { throw StorageError(writing: error) }
    }
  }

  private func write(_ bytes: Data, _ offset: Int?, _ file: FileName) throws(SystemFailure) {
    if let offset {
      try folder.append(bytes, to: file, at: offset)
    } else {
      try folder.replace(file, with: bytes)
    }
  }

  func sync() throws(StorageError) {
    do {
      try folder.sync()
    } catch {
      throw .notDurable(error)
    }
  }
}

extension StorageError {
  init(reading failure: SystemFailure) {
    self = StorageError(locking: failure) ?? .unavailable(failure)
  }

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
}
