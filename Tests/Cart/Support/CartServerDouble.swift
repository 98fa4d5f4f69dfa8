public import Sandbox

/// The server of carts, with faults.
public typealias CartServerDouble = SandboxServer<CartServerModel>

extension CartServerDouble {
  /// Creates a server with the sample menu and no cart.
  public convenience init() {
    self.init(.sample)
  }
}
