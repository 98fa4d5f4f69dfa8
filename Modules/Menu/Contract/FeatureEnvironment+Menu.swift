public import Commerce
public import Sync

extension FeatureEnvironment {
  /// Creates a catalog, which reads no file and sends no request until a method is called.
  ///
  /// The server of the environment serves `/v1/menu` and `/v1/menu/stops`. The catalog shows the menu of the
  /// environment's city.
  ///
  /// ```swift
  /// let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
  /// group.addTask { await catalog.run() }
  /// await catalog.setFulfillment(.pickup)
  /// ```
  ///
  /// - Parameter fulfillment: The method whose menu is shown until ``MenuCatalog/setFulfillment(_:)`` is
  ///   called.
  /// - Returns: A catalog. Create only one for each storage directory.
  public func makeMenuCatalog(fulfillment: FulfillmentMethod) -> any MenuCatalog {
    LiveMenuCatalog(fulfillment, in: self)
  }
}
