package import Storage

/// The storage of a queue's entries; tests replace the disk with it.
package protocol OutboxStore: Sendable {
  /// Returns all stored entries.
  func entries() async throws(StorageError) -> [OutboxEntry]

  /// Saves entries and removes others in one step, and returns whether that would survive a crash.
  ///
  /// Called only after the entries have been read. From then on memory has the entries, even if the
  /// disk fails.
  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus
}

extension CollectionRepository: OutboxStore where Element == OutboxEntry {
  package func entries() async throws(StorageError) -> [OutboxEntry] {
    try await elements().array
  }

  package func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
    do {
      try await update { kept in
        for entry in saved { kept.save(entry) }
        for id in removed { kept.remove(id) }
      }
      // The entries of this call have been written; only later updates by other callers are
      // waiting.
      return writeStatus == .scheduled ? .written : writeStatus
    } catch {
      return .failed(error)
    }
  }
}
