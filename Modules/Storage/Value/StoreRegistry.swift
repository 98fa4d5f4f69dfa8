import Synchronization

/// A registry of the live stores of a directory, by name.
///
/// The registry also records which repository owns each name. It writes pending updates in the order of
/// their ``StorageClass``: critical values first, then user state, then caches.
final class StoreRegistry: Sendable {
  private struct Entry: Sendable {
    let name: String
    weak var store: (any StoreOnDisk)?
    /// The claim of the repository that owns the name; `nil` after the repository is released.
    weak var owner: Claim?
    /// The store while it has changes that are not in its file; otherwise `nil`.
    ///
    /// The strong reference retains the store even after its repository is released.
    var waiting: (any StoreOnDisk)?
  }

  // The entries are in an array, because they are few. In a new process, looking up the generic types
  // of a dictionary would take longer than reading a small file.
  private let entries = Mutex<[Entry]>([])

  /// Returns the store that is registered under a name, or a new store from `make`.
  ///
  /// A store stays registered until it is released. If no store has the name, the new store is
  /// registered. `isSame` returns whether the registered store has the requested schema and storage
  /// class. If the registered store differs, the new store is returned unregistered.
  /// ``acquire(_:_:for:)`` registers it when the name is free.
  func store<Store: StoreOnDisk>(
    _ name: String, isSame: (Store) -> Bool, make: () -> Store
  ) -> Store {
    entries.withLock { entries in
      entries.removeAll { $0.store == nil }
      guard let living = entries.first(where: { $0.name == name })?.store else {
        let store = make()
        entries.append(Entry(name: name, store: store))
        return store
      }
      if let store = living as? Store, isSame(store) { return store }
      return make()
    }
  }

  /// Acquires a name for `store` and for the repository to which `claim` belongs.
  ///
  /// Returns ``Claim/Decision/refused`` while another live repository owns the name, or while another
  /// store of that name has pending updates.
  func acquire(
    _ name: String, _ store: any StoreOnDisk, for claim: Claim
  ) -> Claim.Decision {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.name == name }) else {
        entries.append(Entry(name: name, store: store, owner: claim))
        return .acquiredAnew
      }
      if let owner = entries[place].owner { return owner === claim ? .acquired : .refused }
      let isSame = entries[place].store === store
      guard isSame || entries[place].waiting == nil else { return .refused }
      entries[place].store = store
      entries[place].owner = claim
      return isSame ? .acquired : .acquiredAnew
    }
  }

  /// Whether a live repository owns a name.
  func isOwned(_ name: String) -> Bool {
    entries.withLock { $0.contains { $0.name == name && ($0.owner != nil || $0.waiting != nil) } }
  }

  /// Records whether a store has updates that its file lacks.
  ///
  /// The call has no effect for a store that is not registered under the name.
  func note(_ store: any StoreOnDisk, _ name: String, isWaiting: Bool) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.name == name && $0.store === store })
      else { return }
      entries[place].waiting = isWaiting ? store : nil
    }
  }

  /// Writes the pending updates, those of the highest storage class first, with one attempt per store.
  ///
  /// The method stops at the first failure because of a full disk. So a later, less important value does
  /// not use the space that the failed one needs.
  ///
  /// - Parameter worth: Only stores of a higher storage class than this one are written; `nil` for all.
  /// - Returns: The first failure, or `nil`.
  func writeWaiting(worthMoreThan worth: StorageClass.Tier?) async -> StorageError? {
    let waiting = entries.withLock { entries in entries.compactMap { $0.waiting } }
      .filter { store in worth.map { store.worth.rawValue < $0.rawValue } ?? true }
      .sorted { $0.worth.rawValue < $1.worth.rawValue }
    var first: StorageError?
    for store in waiting {
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

/// A store that a ``StoreRegistry`` can flush and reset.
protocol StoreOnDisk: AnyObject, Sendable {
  var worth: StorageClass.Tier { get }
  func flush() async throws(StorageError)
  /// Discards the value in memory, because another store may have written the files since it was read.
  func forget()
}

/// The exclusive right of one repository to a file name.
///
/// The right lasts from the first use of the repository until the repository is released. Features
/// cache what they read from a file, so two owners of one file would overwrite each other's changes.
final class Claim: Sendable {
  private let name: String
  private let store: any StoreOnDisk
  private let registry: StoreRegistry
  private let isHeld = Atomic(false)
  private let turn = Mutex(())

  init(_ name: String, _ store: any StoreOnDisk, in registry: StoreRegistry) {
    (self.name, self.store, self.registry) = (name, store, registry)
  }

  /// Acquires the file name for the repository, unless this claim has acquired it already.
  ///
  /// - Throws: ``StorageError/inUse(_:)`` if another repository owns the name; a later call tries
  ///   again.
  func hold() throws(StorageError) {
    if isHeld.load(ordering: .acquiring) { return }
    try turn.withLock { _ throws(StorageError) in
      switch registry.acquire(name, store, for: self) {
      case .acquired: break
      case .acquiredAnew: store.forget()
      case .refused: throw .inUse(name)
      }
      isHeld.store(true, ordering: .releasing)
    }
  }

  /// The result of an attempt to acquire a file name for a repository and its store.
  enum Decision {
    case acquired
    /// The repository owns the file name now, but its store has to read the files again.
    ///
    /// Another store may have owned the name before, and may have written the files.
    case acquiredAnew
    case refused
  }
}
