public import Networking
public import Storage
public import Sync

/// Makes this module's one entry.
public enum CartFactory {
  /// Makes a cart; nothing is read or sent before the first call to it.
  ///
  /// - Parameters:
  ///   - transport: Reaches the server that serves `/v1/carts`.
  ///   - directory: Where the cart's id and the changes that wait are kept.
  ///   - gate: Whether anything may be sent.
  ///   - clock: Tells when to try again.
  ///   - random: Spreads attempts, so that not all devices come back at the same moment.
  ///   - makeID: Makes an id that nothing else on any device has, such as a UUID.
  /// - Returns: A cart; make one per directory.
  public static func makeCart<Time: Clock>(
    transport: any Transport, directory: StorageDirectory, gate: Gate, clock: Time,
    random: some RandomNumberGenerator & Sendable, makeID: @escaping @Sendable () -> String
  ) -> any ShoppingCart where Time.Duration == Duration {
    DefaultShoppingCart(
      server: CartServer(transport: transport), kept: KeptCart.repository(in: directory),
      journal: OutboxJournal("cart-changes", in: directory), gate: gate, clock: clock,
      random: random, makeID: makeID)
  }
}
