public import Storage

/// Where an ``Outbox`` keeps what it was told.
public struct OutboxJournal: Sendable {
  let store: any OutboxStore
  /// What its entries are marked with; `nil` where there is no file.
  let name: String?

  /// A file of this name; each change is one addition to it, made before the change counts as taken.
  ///
  /// A file with changes of another journal is damaged: it is set aside and thrown, and its changes are
  /// neither sent nor removed.
  public init(_ name: String, in directory: StorageDirectory) {
    let schema = Schema(OutboxEntry.self).refusing { entry in
      guard let journal = entry.journal, journal != name else { return nil }
      return "a change of the journal \(journal)"
    }
    store = CollectionRepository(
      .memoryBackedByFile(name), class: .critical, schema: schema, in: directory)
    self.name = name
  }

  /// Lives as long as itself, for tests and previews.
  public init() {
    (store, name) = (CollectionRepository<OutboxEntry>(), nil)
  }

  package init(_ store: any OutboxStore) {
    (self.store, name) = (store, nil)
  }
}
