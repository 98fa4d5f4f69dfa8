package import Storage

/// Where the entries of a queue are kept: the seam at which a test takes the place of the disk.
package protocol OutboxStore: Sendable {
  /// All entries that are kept.
  func entries() async throws(StorageError) -> [OutboxEntry]

  /// Saves some entries and removes others as one step, and says whether that would survive a crash.
  ///
  /// Called when the entries have been read; from then on memory has them whatever the disk does.
  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> Persistence
}

extension CollectionRepository: OutboxStore where Element == OutboxEntry {
  package func entries() async throws(StorageError) -> [OutboxEntry] {
    try await elements().array
  }

  package func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> Persistence {
    do {
      try await update { kept in
        for entry in saved { kept.save(entry) }
        for id in removed { kept.remove(id) }
      }
      // What still waits is what others have written since: this has been.
      return persistence == .waiting ? .persisted : persistence
    } catch {
      return .pending(error)
    }
  }
}
