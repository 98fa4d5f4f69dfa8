import Synchronization

/// The right of one repository to the name of its files, from its first use until it is gone.
///
/// Two that know nothing of each other would undo what the other has written: each feature keeps more in
/// memory than what is in the file.
final class Claim: Sendable {
  private let name: String
  private let store: any StoreOnDisk
  private let roster: Roster
  private let isHeld = Atomic(false)
  private let turn = Mutex(())

  init(_ name: String, _ store: any StoreOnDisk, in roster: Roster) {
    (self.name, self.store, self.roster) = (name, store, roster)
  }

  /// Holds the name, which is free or held already; a refused claim is decided anew by the next use.
  func hold() throws(StorageError) {
    if isHeld.load(ordering: .acquiring) { return }
    try turn.withLock { _ throws(StorageError) in
      switch roster.give(name, store, to: self) {
      case .given: break
      case .givenAnew: store.forget()
      case .refused: throw .inUse(name)
      }
      isHeld.store(true, ordering: .releasing)
    }
  }

  /// What comes of a claim.
  enum Decision {
    case given
    /// The store of the name was another one until now.
    case givenAnew
    case refused
  }
}
