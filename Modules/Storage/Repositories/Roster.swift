import Synchronization

/// The live stores of one directory: one per name, with the one repository that uses it, and the order in
/// which those that wait are written.
final class Roster: Sendable {
  private struct Entry: Sendable {
    let name: String
    weak var store: (any StoreOnDisk)?
    /// The claim of the repository that has used the name; gone with the repository.
    weak var owner: Claim?
    /// Keeps a store whose file is behind, also when no repository needs it any more.
    var waiting: (any StoreOnDisk)?
  }

  // A list, since they are few: for a dictionary a process that has just begun would look up types for
  // longer than it takes to read a small file.
  private let entries = Mutex<[Entry]>([])

  /// The store of a name: the one that lives and may still have something to write, or the one that
  /// `make` makes when there is none, and also when it is declared otherwise.
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

  /// Gives a name to a repository and its store, unless another repository lives that has used it, or a
  /// store that is declared otherwise still has something to write.
  func give(
    _ name: String, _ store: any StoreOnDisk, to claim: Claim
  ) -> Claim.Decision {
    entries.withLock { entries in
      entries.removeAll { $0.store == nil }
      guard let place = entries.firstIndex(where: { $0.name == name }) else {
        entries.append(Entry(name: name, store: store, owner: claim))
        return .givenAnew
      }
      if let owner = entries[place].owner { return owner === claim ? .given : .refused }
      let isSame = entries[place].store === store
      guard isSame || entries[place].waiting == nil else { return .refused }
      entries[place].store = store
      entries[place].owner = claim
      return isSame ? .given : .givenAnew
    }
  }

  /// Notes whether the file of a store is behind.
  func note(_ store: any StoreOnDisk, _ name: String, isWaiting: Bool) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.name == name && $0.store === store })
      else { return }
      entries[place].waiting = isWaiting ? store : nil
    }
  }

  /// Writes what is waiting, in the order of what it is worth, each once; returns the first failure.
  ///
  /// On a full disk it goes no further, so that the lesser does not take the room of the better.
  func writeWaiting(worthMoreThan worth: DataClass.Worth?) async -> StorageError? {
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

/// A store as its directory sees it.
protocol StoreOnDisk: AnyObject, Sendable {
  var worth: DataClass.Worth { get }
  func flush() async throws(StorageError)
  /// Forgets what was read: another store has had the files since.
  func forget()
}
