package import Storage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The persistent storage of an ``Outbox``'s changes.
package struct OutboxJournal: Sendable {
  let store: any OutboxStore
  /// The name of the journal, stored in each ``OutboxEntry``; `nil` for a journal in memory.
  let name: String?
  /// The id of the signed-in account, stored in each ``OutboxEntry``; `nil` for a guest.
  let account: String?

  /// Creates a journal that appends the changes to a file.
  ///
  /// If the file contains changes of another journal, the file counts as damaged: it is moved aside,
  /// and reading throws. Its changes are neither sent nor removed. If the file contains changes of
  /// another account, loading the queue throws ``SyncError/anotherAccount(_:)``, and the file is not
  /// modified.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - directory: The directory of the file.
  ///   - account: The id of the account that makes the changes; `nil` for a guest. The pending changes
  ///     of a guest are sent for the account that signs in next.
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

/// The storage of a queue's entries; tests use their own implementation to simulate a failing disk.
package protocol OutboxStore: Sendable {
  /// Returns all stored entries.
  func entries() async throws(StorageError) -> [OutboxEntry]

  /// Saves entries and removes others in one atomic step.
  ///
  /// Call ``entries()`` before the first call of this function. If the disk fails, the saved entries are
  /// still in memory.
  ///
  /// - Returns: Whether the saved entries and the removals would survive a crash.
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
      // `update(_:)` returns once the entries of this call are written. So the status `scheduled` can
      // only refer to entries that another call has saved later.
      return writeStatus == .scheduled ? .written : writeStatus
    } catch {
      return .failed(error)
    }
  }
}

/// The stored form of a change.
///
/// The id, the idempotency key and the content of the change are one record. So a crash loses all of
/// them or none.
package struct OutboxEntry: Codable, Sendable, Identifiable, Equatable {
  package let id: Int
  /// The idempotency key, by which the server recognizes a repeated attempt.
  ///
  /// A change with different content always has a different key.
  var key: String
  package let lane: Lane
  /// The change as JSON.
  ///
  /// A payload that this release cannot decode is stored unchanged.
  package var payload: Data
  var dependencies: ChangeDependencies
  var priority: SendPriority
  /// The server's ids of the changed entity and of the entities that the change depends on.
  ///
  /// The key of each id is the ``Lane/description`` of the entity's lane. An id that the server has not
  /// assigned yet is missing.
  var serverIDs: [String: String] = [:]
  /// Whether the change was rebased after a conflict.
  var isRebased = false
  var outcome: Outcome?
  /// The name of the entry's journal; `nil` if an earlier release stored the entry.
  ///
  /// Entries of all features have the same format. If a file were renamed to another feature's journal,
  /// its changes would be sent to the wrong server path or lost. The name prevents this, because a
  /// journal refuses entries with another name. Older releases ignore this field.
  var journal: String?
  /// The account that made the change; `nil` for a guest, or if an earlier release stored the entry.
  var account: String?

  /// Removes the server's response and sets a new key, under which the change is sent again.
  ///
  /// Under the old key, the server would only repeat its response.
  mutating func renew(_ key: String) {
    self.key = key
    isRebased = false
    outcome = nil
  }

  /// The final response of the server to the change.
  enum Outcome: Codable, Sendable, Equatable {
    /// The server has applied the change.
    ///
    /// `version` is unused, but is stored, because earlier releases cannot decode an outcome without
    /// it.
    case applied(version: Int)
    case refused(String)
  }
}
