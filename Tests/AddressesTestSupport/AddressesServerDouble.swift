public import Sandbox
public import NetworkingTestSupport

/// A server of addresses with injected faults.
public typealias AddressesServerDouble = ServerDouble<AddressesServerModel>

extension AddressesServerDouble {
  /// Creates a server without addresses.
  public convenience init() {
    self.init(AddressesServerModel()) { $0.answer($1) }
  }
}
