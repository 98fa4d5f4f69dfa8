public import AddressesServerModel
public import NetworkingTestSupport

/// The server of addresses, with faults.
public typealias AddressesServerDouble = ServerDouble<AddressesServerModel>

extension AddressesServerDouble {
  /// Makes a server without addresses.
  public convenience init() {
    self.init(AddressesServerModel()) { $0.answer($1) }
  }
}
