public import Storage

/// Why an address book did not do what was asked; nothing was changed.
public enum AddressError: Error, Sendable, Hashable {
  /// No city has been entered yet.
  case noCity
  /// It is in another city than the one that was entered, or than it was before.
  case anotherCity(Int)
  /// This release has no such template, so nobody can say what the address has to consist of.
  case unknownTemplate(AddressTemplate.ID)
  /// It cannot be saved, for these reasons: put them right.
  case invalid([AddressProblem])
  /// The user has it already, as this one: use that.
  case duplicate(of: SavedAddress.ID)
  /// There may be no more addresses: remove one first.
  case tooMany(limit: Int)
  /// There is no such address.
  case unknownAddress(SavedAddress.ID)
  /// There is no such change any more.
  case unknownChange(Int)
  /// The server may have the change, or is being asked: wait for the answer, or make another change.
  case mayBeApplied(Int)
  /// As many changes wait as there may be: wait for the network.
  case queueFull(limit: Int)
  /// The server was asked in vain, for this reason.
  case unreachable(String)
  /// Templates cannot be used, for this reason.
  case badTemplates(String)
  /// No task awaits ``AddressBook/run()``, so the server is not asked.
  case notRunning
  /// The calling task was cancelled.
  case cancelled
  /// What was kept cannot be read, so nobody knows what is there; try again later.
  case storage(StorageError)
}
