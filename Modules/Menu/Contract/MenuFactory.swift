public import Networking
public import Sync

/// Creates the entry to this module.
public enum MenuFactory {
  /// Creates a catalog, which reads and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the app. Its server serves `/v1/menu` and `/v1/menu/stops`;
  ///     the menu is that of its settled city.
  ///   - fulfillment: The way in which an order is received, at the start.
  /// - Returns: A catalog; create one per directory.
  public static func makeCatalog(
    in environment: FeatureEnvironment, fulfillment: FulfillmentMethod
  ) -> any MenuCatalog {
    DefaultMenuCatalog(fulfillment, in: environment)
  }
}
