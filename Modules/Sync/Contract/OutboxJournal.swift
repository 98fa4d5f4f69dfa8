public import Storage

/// The storage of an ``Outbox``'s changes.
public struct OutboxJournal: Sendable {
  let store: any OutboxStore
  /// The name that each entry stores; `nil` without a file.
  let name: String?

  /// Creates a journal in the file of this name; each change is appended to it before it is sent.
  ///
  /// A file with changes of another journal counts as damaged. It is set aside and reading it
  /// throws; its changes are neither sent nor removed.
  public init(_ name: String, in directory: StorageDirectory) {
    let schema = Schema(OutboxEntry.self).refusing { entry in
      guard let journal = entry.journal, journal != name else { return nil }
      return "a change of the journal \(journal)"
    }
    store = CollectionRepository(
      .memoryBackedByFile(name), class: .critical, schema: schema, in: directory)
    self.name = name
  }

  /// Creates a journal in memory, for tests and previews.
  public init() {
    (store, name) = (CollectionRepository<OutboxEntry>(), nil)
  }

  package init(_ store: any OutboxStore) {
    (self.store, name) = (store, nil)
  }
}
