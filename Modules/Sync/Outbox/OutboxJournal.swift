package import Storage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The persistent storage of an ``Outbox``'s changes.
package struct OutboxJournal: Sendable {
  let store: any OutboxStore
  /// The journal's name, stored in each entry; `nil` without a file.
  let name: String?
  /// The account, stored in each entry; `nil` for a guest.
  let account: String?

  /// Creates a journal in the file of this name; changes are appended to the file.
  ///
  /// A file with changes of another journal counts as damaged: it is set aside, reading it throws, and
  /// its changes are neither sent nor removed. A file with changes of another account throws
  /// ``SyncError/anotherAccount(_:)`` and is not modified.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - directory: The directory of the file.
  ///   - account: The id of the account that makes the changes; `nil` for a guest. The next account takes
  ///     over a guest's changes.
  package init(_ name: String, in directory: StorageDirectory, account: String? = nil) {
    let schema = StoredSchema(OutboxEntry.self).refusing { entry in
      guard let journal = entry.journal, journal != name else { return nil }
      return "a change of the journal \(journal)"
    }
    store = CollectionRepository(
      .memoryBackedByFile(name), class: .critical, schema: schema, in: directory)
    self.name = name
    self.account = account
  }

  /// Creates a journal in memory, for tests and previews.
  package init() {
    (store, name, account) = (CollectionRepository<OutboxEntry>(), nil, nil)
  }

  package init(_ store: any OutboxStore) {
    (self.store, name, account) = (store, nil, nil)
  }
}

/// The storage of a queue's entries; tests replace the disk with it.
package protocol OutboxStore: Sendable {
  /// Returns all stored entries.
  func entries() async throws(StorageError) -> [OutboxEntry]

  /// Saves entries and removes others in one step, and returns whether the result would survive a crash.
  ///
  /// Must not be called before the entries have been read. Memory has the new entries even if the disk
  /// fails.
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
      // The entries of this call have been written; the scheduled write is for later updates by other
      // callers.
      return writeStatus == .scheduled ? .written : writeStatus
    } catch {
      return .failed(error)
    }
  }
}

/// The stored form of a change.
///
/// Key, order and content are one record, so that a crash loses all of them or none.
package struct OutboxEntry: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  /// The idempotency key, by which the server recognizes a repeated attempt.
  ///
  /// A key is never reused for another payload.
  var key: String
  package let lane: Lane
  /// The change as JSON.
  ///
  /// A payload that this release cannot decode is stored unchanged.
  package var payload: Data
  var dependencies: ChangeDependencies
  var priority: SendPriority
  /// The server's ids of this lane and of the lanes that the change depends on, as far as known.
  var serverIDs: [String: String] = [:]
  /// Whether the change was rebased after a conflict.
  var isRebased = false
  var outcome: Outcome?
  /// The name of the entry's journal; `nil` if an earlier release stored the entry.
  ///
  /// Releases that do not know the field ignore it. Entries of all features have the same shape: without
  /// the name, a file that was renamed to another feature's journal would be read, and its changes would
  /// be sent to the wrong place or dropped.
  var journal: String?
  /// The account that made the change; `nil` for a guest, or if an earlier release stored the entry.
  var account: String?

  /// Removes the server's answer and sets a new key, under which the change is sent again.
  ///
  /// Under the old key the server would repeat its answer.
  mutating func renew(_ key: String) {
    self.key = key
    isRebased = false
    outcome = nil
  }

  /// The final answer of the server.
  enum Outcome: Codable, Sendable, Equatable {
    /// The server has applied the change.
    ///
    /// The version is unused, but earlier releases need it.
    case applied(version: Int)
    case refused(String)
  }
}
