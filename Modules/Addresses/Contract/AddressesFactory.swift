import Storage
public import Sync

/// Makes this module's one entry.
public enum AddressesFactory {
  /// Makes an address book; nothing is read or sent before the first call to it.
  ///
  /// - Parameters:
  ///   - environment: The surroundings of the app. Its server serves `/v1/addresses`.
  ///   - templates: The forms that addresses are entered in.
  /// - Returns: An address book; make one per directory.
  public static func makeBook(
    in environment: FeatureEnvironment, templates: AddressTemplates
  ) -> any AddressBook {
    let repository = environment.directory.map(KeptAddress.repository) ?? CollectionRepository()
    let base = CollectionBase(repository, initial: AddressBase(), elements: \.addresses)
    return OptimisticAddressBook(in: environment, base: base, templates: templates)
  }
}
