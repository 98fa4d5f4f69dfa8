#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SnapshotFile {
  /// Replaces the value, then brings what the release before reads up to date.
  ///
  /// In this order, and with the second write announced in the first: whatever is cut off, the next
  /// load can tell an old write of ours from a new one of that release.
  func write(_ value: Value?, from position: inout Position) throws(StorageError) {
    let file = try files.file(version: coding.version)
    guard let value else { return try removeAll(file, from: &position) }

    let payload = try payload(of: value, for: file)
    if payload == position.payload, position.previous?.isCurrent != false { return }
    let copy = lowered(value, after: position.previous)
    let own = Record(
      sequence: position.own.sequence + 1,
      seen: copy?.mark ?? position.previous?.mark ?? .none,
      time: files.dataClass.time, payload: payload
    ).encoded()
    try files.replace(file, with: own.bytes)
    position.own = own.mark
    position.payload = payload
    position.previous?.isCurrent = copy == nil

    do throws(StorageError) {
      if let copy {
        try files.replace(file.of(version: copy.version), with: copy.bytes)
        position.previous?.mark = copy.mark
        position.previous?.isCurrent = true
      }
      for version in position.outdated { try files.drop(file.of(version: version)) }
      position.outdated = []
    } catch {
      // The value itself is kept; what is left undone here is done with the next write.
    }
    try files.sync()
  }

  /// What the release before will read, or nothing where there is none or no way down.
  private func lowered(
    _ value: Value, after previous: Previous?
  ) -> (version: Int, bytes: Data, mark: Mark)? {
    guard files.dataClass.isWorthKeeping, let previous else { return nil }
    do {
      guard let payload = try coding.encode(value, previous.version) else { return nil }
      let record = Record(
        sequence: previous.mark.sequence + 1, seen: .none, time: 0, payload: payload
      ).encoded()
      return (previous.version, record.bytes, record.mark)
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

  private func payload(of value: Value, for file: FileName) throws(StorageError) -> Data {
    do {
      guard let payload = try coding.encode(value, coding.version) else {
        throw StorageError.notEncodable(file: file.text, reason: "no encoding")
      }
      return payload
    } catch let error as StorageError {
      throw error
    } catch {
      throw .notEncodable(file: file.text, reason: "\(error)")
    }
  }
}
