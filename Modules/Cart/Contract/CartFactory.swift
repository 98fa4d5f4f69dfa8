public import Sync

/// Makes this module's one entry.
public enum CartFactory {
  /// Makes a cart over the server's `/v1/carts`; nothing is read or sent before the first call to it.
  ///
  /// - Parameter environment: The surroundings of the app; one cart per directory.
  public static func makeCart(in environment: FeatureEnvironment) -> any ShoppingCart {
    DefaultShoppingCart(record: KeptCart.repository(in: environment.directory), in: environment)
  }
}
