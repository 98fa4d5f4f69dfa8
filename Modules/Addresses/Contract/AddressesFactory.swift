public import Sync

/// The entry point of this module.
public enum AddressesFactory {
  /// Creates an address book, which reads and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - environment: The environment of the app. Its server serves `/v1/addresses`.
  ///   - templates: The templates of the forms in which addresses are entered.
  /// - Returns: An address book; create one per directory.
  public static func makeBook(
    in environment: FeatureEnvironment, templates: AddressTemplates
  ) -> any AddressBook {
    let base = CollectionBase(
      KeptAddress.repository(in: environment.directory), initial: AddressBase(),
      elements: \.addresses)
    return OptimisticAddressBook(in: environment, base: base, templates: templates)
  }
}
