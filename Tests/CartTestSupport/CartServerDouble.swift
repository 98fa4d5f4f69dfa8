public import Sandbox
public import NetworkingTestSupport

/// The server of carts, with faults.
public typealias CartServerDouble = ServerDouble<CartServerModel>

extension CartServerDouble {
  /// Makes a server with the sample menu and no cart.
  public convenience init() {
    self.init(.sample) { $0.answer($1) }
  }
}
