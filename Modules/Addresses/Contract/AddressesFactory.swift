#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking
public import Storage
public import Sync

/// Makes this module's one entry.
public enum AddressesFactory {
  /// Makes an address book; nothing is read or sent before the first call to it.
  ///
  /// - Parameters:
  ///   - transport: Reaches the server that serves `/v1/addresses`.
  ///   - directory: Where the addresses and the changes that wait are kept.
  ///   - templates: The forms that addresses are entered in.
  ///   - gate: Whether anything may be sent.
  ///   - clock: Tells when to try again.
  ///   - now: Tells the time of day, such as `{ .now }`; addresses are ordered by when they were used.
  ///   - random: Spreads attempts, so that not all devices come back at the same moment.
  ///   - makeID: Makes an id that nothing else on any device has, such as a UUID.
  /// - Returns: An address book; make one per directory.
  public static func makeBook<Time: Clock>(
    transport: any Transport, directory: StorageDirectory, templates: AddressTemplates, gate: Gate,
    clock: Time, now: @escaping @Sendable () -> Date,
    random: some RandomNumberGenerator & Sendable, makeID: @escaping @Sendable () -> String
  ) -> any AddressBook where Time.Duration == Duration {
    DefaultAddressBook(
      server: AddressServer(transport: transport), shelf: KeptAddress.repository(in: directory),
      journal: OutboxJournal("address-changes", in: directory), templates: templates, gate: gate,
      clock: clock, now: now, random: random, makeID: makeID)
  }
}
