package import Storage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The storage of an ``Outbox``'s changes.
package struct OutboxJournal: Sendable {
  let store: any OutboxStore
  /// The name that each entry stores; `nil` without a file.
  let name: String?
  /// The account that each entry stores; `nil` for changes of a guest.
  let account: String?

  /// Creates a journal in the file of this name; each change is appended to it before it is sent.
  ///
  /// A file with changes of another journal counts as damaged. It is set aside and reading it
  /// throws; its changes are neither sent nor removed. A file with changes of another account throws
  /// ``SyncError/anotherAccount(_:)`` and stays as it is.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - directory: The directory of the file.
  ///   - account: The id of the account that the changes are made with; `nil` for a guest, whose changes
  ///     the next account takes over.
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

/// A change as the journal stores it.
///
/// Key, order and content are one record, so that a crash loses all of them or none.
package struct OutboxEntry: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  /// The idempotency key, by which the server recognizes a repeated attempt.
  ///
  /// A key is never used for another payload.
  var key: String
  package let lane: Lane
  /// The change as JSON; entries that this release cannot decode are stored unchanged.
  package var payload: Data
  var dependencies: ChangeDependencies
  var priority: SendPriority
  /// The known server ids of this lane and of the lanes that the change depends on.
  var serverIDs: [String: String] = [:]
  /// Whether the change was rebased after a conflict.
  var isRebased = false
  var outcome: Outcome?
  /// The name of the journal that contains the entry; `nil` from a release that did not store it.
  ///
  /// A release that does not know the field ignores it. Entries of all features have the same
  /// shape. Without the name, a journal renamed to that of another feature would be read, and its
  /// changes sent to the wrong place or dropped.
  var journal: String?
  /// The account that the change was made with; `nil` in an entry of a guest or of an earlier release.
  var account: String?

  /// Forgets the server's answer; the change is then sent under a new key.
  ///
  /// The server would repeat its answer to the old one.
  mutating func renew(_ key: String) {
    self.key = key
    isRebased = false
    outcome = nil
  }

  /// The final answer of the server.
  enum Outcome: Codable, Sendable, Equatable {
    /// The version has no meaning any more; earlier releases need it.
    case applied(version: Int)
    case refused(String)
  }
}
