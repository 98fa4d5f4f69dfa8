public import Sync

extension FeatureEnvironment {
  /// Creates an address book, which reads no file and sends nothing until a function of it is called.
  ///
  /// The server of the environment serves `/v1/addresses`.
  ///
  /// ```swift
  /// let book = environment.makeAddressBook(templates: try .bundled())
  /// ```
  ///
  /// - Parameter templates: The templates of the address forms.
  /// - Returns: An address book. Create only one for each storage directory.
  public func makeAddressBook(templates: AddressTemplates) -> any AddressBook {
    let base = CollectionBase(
      StoredAddress.repository(in: directory), initial: AddressBase(), elements: \.addresses)
    return LiveAddressBook(in: self, base: base, templates: templates)
  }
}
