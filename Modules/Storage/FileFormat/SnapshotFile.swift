#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One value in one file that is replaced whole.
struct SnapshotFile<Value: Sendable>: Sendable {
  /// The largest file read or written, in bytes.
  ///
  /// Values here are under a megabyte; the limit keeps a wrong file from taking all memory.
  static var sizeLimit: Int { 64 << 20 }

  let directory: StorageDirectory
  let name: String
  let coding: ValueCoding<Value>

  func read() throws(StorageError) -> Value? {
    let file = try FileName(name)
    let bytes: Data?
    do {
      bytes = try directory.read(file, limit: Self.sizeLimit)
    } catch {
      // A full disk can stop reading too, and then says nothing about the size.
      throw error.isTooLarge
        ? .tooLarge(file: file.text, limit: Self.sizeLimit) : .unavailable(error)
    }
    guard let bytes else { return nil }
    switch SnapshotHeader.parse(bytes, newest: coding.version) {
    case .damaged(let damage): throw quarantined(file, damage)
    case .newer(let version): throw .newer(file: file.text, version: version)
    case .intact(let version, let payload):
      do {
        return try coding.decode(payload, version)
      } catch {
        switch error {
        case .undecodable(let place): throw quarantined(file, .undecodable(place))
        case .step(let step, let reason):
          throw .migrationFailed(file: file.text, step: step, reason: reason)
        }
      }
    }
  }

  func write(_ value: Value?) throws(StorageError) {
    let file = try FileName(name)
    let bytes = try value.map { value throws(StorageError) in try encode(value, for: file) }
    do {
      if let bytes {
        try directory.replace(file, with: bytes)
      } else {
        try directory.remove(file)
      }
    } catch {
      throw error.isDiskFull ? .diskFull(error) : .notWritable(error)
    }
    do {
      try directory.sync()
    } catch {
      throw .notDurable(error)
    }
  }

  private func encode(_ value: Value, for file: FileName) throws(StorageError) -> Data {
    let payload: Data
    do {
      payload = try coding.encode(value)
    } catch {
      throw .notEncodable(file: file.text, reason: "\(error)")
    }
    guard payload.count <= Self.sizeLimit - SnapshotHeader.size else {
      throw .tooLarge(file: file.text, limit: Self.sizeLimit)
    }
    return SnapshotHeader.file(version: coding.version, payload: payload)
  }

  /// Sets the file aside; when even that fails, it stays in place and stays unreadable.
  private func quarantined(_ file: FileName, _ damage: Damage) -> StorageError {
    do {
      let quarantine = try directory.setAside(file)
      return .corrupt(file: file.text, damage: damage, quarantine: quarantine)
    } catch {
      return .unavailable(error)
    }
  }
}
