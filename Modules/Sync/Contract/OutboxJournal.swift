public import Storage

/// Where an ``Outbox`` keeps what it was told.
public struct OutboxJournal: Sendable {
  let store: any OutboxStore

  /// A file of this name; each change is one addition to it, made before the change counts as taken.
  public init(_ name: String, in directory: StorageDirectory) {
    store = CollectionRepository(
      .memoryBackedByFile(name), class: .critical, schema: Schema(OutboxEntry.self), in: directory)
  }

  /// Lives as long as itself, for tests and previews.
  public init() {
    store = CollectionRepository<OutboxEntry>()
  }

  package init(_ store: any OutboxStore) {
    self.store = store
  }
}
