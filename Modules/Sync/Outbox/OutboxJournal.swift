package import Storage

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
