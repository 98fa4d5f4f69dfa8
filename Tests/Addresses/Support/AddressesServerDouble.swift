public import Sandbox

/// A server of addresses with injected faults.
public typealias AddressesServerDouble = SandboxServer<AddressesServerModel>

extension AddressesServerDouble {
  /// Creates a server without addresses.
  public convenience init() {
    self.init(AddressesServerModel())
  }
}
