import Storage

/// Where the addresses are kept: the seam at which a test takes the place of the disk.
protocol AddressShelf: Sendable {
  /// What was kept, in order.
  func addresses() async throws(StorageError) -> [KeptAddress]

  /// Keeps some and forgets others as one step, and says whether that would survive a crash; memory
  /// has it whatever the disk does.
  func keep(_ saved: [KeptAddress], removing removed: [SavedAddress.ID]) async -> Persistence
}

extension CollectionRepository: AddressShelf where Element == KeptAddress {
  func addresses() async throws(StorageError) -> [KeptAddress] { Array(try await elements()) }

  func keep(_ saved: [KeptAddress], removing removed: [SavedAddress.ID]) async -> Persistence {
    do {
      try await update { kept in
        for id in removed { kept.remove(id) }
        for address in saved { kept.save(address) }
      }
      return persistence == .waiting ? .persisted : persistence
    } catch {
      return .pending(error)
    }
  }
}
