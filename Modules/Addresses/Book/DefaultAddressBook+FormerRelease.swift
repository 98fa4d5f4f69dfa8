import Storage
import Sync

extension DefaultAddressBook {
  /// Takes over what a former release has kept and never sent: it is a change that waits, as any other.
  ///
  /// The operation follows from the address, so a crash on the way makes nothing twice.
  func takeOver(_ found: [KeptAddress]) async throws(AddressError) {
    let unsent = found.filter(\.serverID.isEmpty)
    kept = found.filter { !$0.serverID.isEmpty }
    guard !unsent.isEmpty else { return }
    for address in unsent where !items.contains(where: { $0.lane == .address(address.id) }) {
      var changes = [AddressWish.make(address.address, used: address.used)]
      if address.isDefault { changes.append(.prefer(city: address.address.city)) }
      for (number, wish) in changes.enumerated() {
        let operation = "kept-\(address.id.rawValue)-\(number)"
        let change = AddressChange(address: address.id, operation: operation, wish: wish)
        do { _ = try await outbox.enqueue(change) } catch { throw AddressError(error) }
      }
    }
    await writeShelf()
    try await readItems()
  }
}
