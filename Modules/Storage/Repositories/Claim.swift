import Synchronization

/// The exclusive right of one repository to a file name, from its first use until it is released.
///
/// Features hold derived state in memory. Two owners of one file would overwrite each other's
/// changes.
final class Claim: Sendable {
  private let name: String
  private let store: any StoreOnDisk
  private let roster: StoreRegistry
  private let isHeld = Atomic(false)
  private let turn = Mutex(())

  init(_ name: String, _ store: any StoreOnDisk, in roster: StoreRegistry) {
    (self.name, self.store, self.roster) = (name, store, roster)
  }

  /// Acquires the name, unless it is held already.
  ///
  /// - Throws: ``StorageError/inUse(_:)`` when another repository owns the name. A later call tries
  ///   again.
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

  /// The result of a request for a name.
  enum Decision {
    case given
    /// Granted; another store may have written the files since this store read them.
    case givenAnew
    case refused
  }
}
