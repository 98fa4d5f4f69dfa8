public import Sync

/// The entry point of this module.
public enum CartFactory {
  /// Creates a cart, which reads and sends nothing before the first call.
  ///
  /// - Parameter environment: The dependencies of the app. Its server serves `/v1/carts`.
  /// - Returns: A cart; create one per directory.
  public static func makeCart(in environment: FeatureEnvironment) -> any ShoppingCart {
    DefaultShoppingCart(record: KeptCart.repository(in: environment.directory), in: environment)
  }
}
