import Synchronization

/// The names that the repositories of a directory use, with their owners and their pending updates.
///
/// The registry writes pending updates in the order of their ``StorageClass``: critical values first, then
/// user state, then caches.
final class StoreRegistry: Sendable {
  private struct Entry: Sendable {
    let name: String
    /// The repository that owns the name; `nil` after it is released.
    weak var owner: (any AnyObject & Sendable)?
    /// The store while it has changes that are not in its file; otherwise `nil`.
    ///
    /// The strong reference retains the store even after its repository is released.
    var pending: (any RegisteredStore)?

    var isUsed: Bool { owner != nil || pending != nil }
  }

  // The entries are in an array, because they are few. In a new process, looking up the generic types
  // of a dictionary would take longer than reading a small file.
  private let entries = Mutex<[Entry]>([])

  /// Acquires a name for a repository, and returns the store that the repository has to use.
  ///
  /// The store is `store`, unless an earlier repository of the same schema and storage class has left a
  /// store with pending updates.
  ///
  /// - Throws: ``StorageError/inUse(_:)`` while another live repository owns the name, or while a store
  ///   of another declaration has pending updates.
  func acquire<Store: RegisteredStore>(
    _ name: String, _ store: Store, for owner: any AnyObject & Sendable
  ) throws(StorageError) -> Store {
    try entries.withLock { entries throws(StorageError) in
      entries.removeAll { !$0.isUsed }
      guard let place = entries.firstIndex(where: { $0.name == name }) else {
        entries.append(Entry(name: name, owner: owner))
        return store
      }
      guard entries[place].owner == nil, let pending = entries[place].pending as? Store,
        pending.isDeclared(as: store)
      else { throw .inUse(name) }
      entries[place].owner = owner
      return pending
    }
  }

  /// Whether a live repository owns a name, or an earlier one has left pending updates.
  func isUsed(_ name: String) -> Bool {
    entries.withLock { $0.contains { $0.name == name && $0.isUsed } }
  }

  /// Records whether the store of a name has updates that its file lacks.
  ///
  /// A store whose updates are written has no effect on those of its successor.
  func note(_ store: any RegisteredStore, _ name: String, isPending: Bool) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.name == name }),
        isPending || entries[place].pending === store
      else { return }
      entries[place].pending = isPending ? store : nil
    }
  }

  /// Writes the pending updates, those of the highest storage class first, with one attempt per store.
  ///
  /// The method stops at the first failure because of a full disk. So a later, less important value does
  /// not use the space that the failed one needs.
  ///
  /// - Parameter worth: Only stores of a higher storage class than this one are written; `nil` for all.
  /// - Returns: The first failure, or `nil`.
  func writePending(worthMoreThan worth: StorageClass.Tier?) async -> StorageError? {
    let pending = entries.withLock { entries in entries.compactMap(\.pending) }
      .filter { store in worth.map { store.worth.rawValue < $0.rawValue } ?? true }
      .sorted { $0.worth.rawValue < $1.worth.rawValue }
    var first: StorageError?
    for store in pending {
      do {
        try await store.flush()
      } catch {
        first = first ?? error
        if case .diskFull = error { break }
      }
    }
    return first
  }
}

/// A store whose pending updates a ``StoreRegistry`` can write.
protocol RegisteredStore: AnyObject, Sendable {
  var worth: StorageClass.Tier { get }
  func flush() async throws(StorageError)
  /// Whether two stores have the same location and storage class, and equivalent schemas.
  func isDeclared(as other: Self) -> Bool
}
