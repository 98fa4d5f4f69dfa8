import Storage

/// Where ``KeptCart`` is: the seam at which a test takes the place of the disk.
protocol CartShelf: Sendable {
  /// What was kept.
  func cart() async throws(StorageError) -> KeptCart?

  /// Keeps it, and says whether that would survive a crash; memory has it whatever the disk does.
  func keep(_ cart: KeptCart) async -> Persistence
}

extension SingleRepository: CartShelf where Value == KeptCart {
  func cart() async throws(StorageError) -> KeptCart? { try await value() }

  func keep(_ cart: KeptCart) async -> Persistence {
    do {
      try await save(cart)
      return persistence == .waiting ? .persisted : persistence
    } catch {
      return .pending(error)
    }
  }
}
