#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of one repository, one per schema version, and what its data class does with them.
///
/// Here failures of the system become errors of Storage.
struct VersionedFiles: Sendable {
  let folder: Folder
  let name: String
  let dataClass: DataClass

  func file(version: Int) throws(StorageError) -> FileName {
    try FileName(name, version: version)
  }

  /// The versions that there are files of, in rising order.
  func versions(of file: FileName) throws(StorageError) -> [Int] {
    do {
      return try folder.versions(of: file)
    } catch {
      throw StorageError(reading: error)
    }
  }

  /// What follows the header of an intact file; nothing when there is no file.
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
      // A full disk can stop reading too, and then says nothing about the size.
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

  /// Sets a damaged file aside and says so.
  ///
  /// When that cannot be done, it stays in place and stays unreadable.
  func giveUp(_ file: FileName, _ damage: Damage) throws(StorageError) {
    do {
      try folder.setAside(file)
    } catch {
      throw StorageError(reading: error)
    }
    throw .corrupt(file: file.text, damage: damage, quarantine: file.quarantine)
  }

  /// Keeps a copy of a damaged file, goes on with the records that are intact, and says so.
  func salvage(_ file: FileName, _ records: Data) throws(StorageError) {
    do throws(SystemFailure) {
      try folder.keepCopy(file)
      try folder.replace(file, with: FileHeader(version: file.version).bytes + records)
    } catch {
      guard dataClass.isWorthKeeping else { return try giveUp(file, .checksum) }
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

  /// What decoding makes of a file, or what its class says when it makes nothing of it.
  func usable<Value>(
    _ file: FileName, _ decode: () throws(DecodingFailure) -> Value
  ) throws(StorageError) -> Value? {
    do {
      return try decode()
    } catch {
      switch error {
      case .undecodable(let place): try giveUp(file, .undecodable(place))
      case .step(let step, let reason):
        guard !dataClass.isWorthKeeping else {
          throw .migrationFailed(file: file.text, step: step, reason: reason)
        }
        try drop(file)
      }
      return nil
    }
  }

  /// Puts bytes at an offset, or in the place of all there is.
  func perform(_ bytes: Data, _ offset: Int?, _ file: FileName) throws(StorageError) {
    guard (offset ?? 0) + bytes.count <= dataClass.sizeLimit else {
      throw .tooLarge(file: file.text, limit: dataClass.sizeLimit)
    }
    do {
      try write(bytes, offset, file)
    } catch {
      // Once: what is freed may still be too little.
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
    self = failure.isInUse ? .inUse(failure.file) : .unavailable(failure)
  }

  init(writing failure: SystemFailure) {
    self =
      if failure.isInUse {
        .inUse(failure.file)
      } else {
        failure.isDiskFull ? .diskFull(failure) : .notWritable(failure)
      }
  }
}
