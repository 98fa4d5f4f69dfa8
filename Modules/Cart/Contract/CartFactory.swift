public import Networking
public import Pricing
public import Sync

/// Creates the entry to this module.
public enum CartFactory {
  /// Creates a cart, which reads and sends nothing before the first call.
  ///
  /// ```swift
  /// let cart = CartFactory.makeCart(in: environment) { _, fulfillment, items in
  ///   let isFree = fulfillment?.method == .pickup || items.minorUnits >= 100_000
  ///   return [CartTotals.Fee(kind: "delivery", amount: Money(isFree ? 0 : 500, items.currency))]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the app. Its server serves `/v1/carts`.
  ///   - fees: Returns the fees that the app knows, such as those that a city names, for a city,
  ///     a fulfillment and the price of all lines; a waived fee has the amount zero. While
  ///     changes are pending, they replace the server's fees of the same kind. A pure function, called
  ///     at every change.
  /// - Returns: A cart; create one per directory.
  public static func makeCart(
    in environment: FeatureEnvironment,
    estimating fees: @escaping FeeEstimate = { _, _, _ in [] }
  ) -> any ShoppingCart {
    DefaultShoppingCart(
      record: CartRecord.repository(in: environment.directory), fees: fees, in: environment)
  }

  /// A function that returns fees for a city, a fulfillment and the price of all lines.
  public typealias FeeEstimate =
    @Sendable (
      _ city: CityID, _ fulfillment: CartFulfillment?, _ items: Money
    ) -> [CartTotals.Fee]
}
