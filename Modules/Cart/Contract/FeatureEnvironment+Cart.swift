public import Commerce
public import Sync

extension FeatureEnvironment {
  /// Creates a cart, which reads no file and sends nothing until a function of it is called.
  ///
  /// The server of the environment serves `/v1/carts`.
  ///
  /// ```swift
  /// let cart = environment.makeCart { _, fulfillment, sum in
  ///   let isFree = fulfillment?.method == .pickup || sum.minorUnits >= 100_000
  ///   return [Fee("delivery", Money(isFree ? 0 : 500, sum.currency))]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fees: A pure function that returns the fees that the app can compute, such as the delivery
  ///     fee. Its arguments are the city, the fulfillment, and the price of all lines less the discounts.
  ///     While changes are pending, these fees replace the server's fees of the same kind. A fee of zero
  ///     removes the server's fee. A fee that is not exact replaces none; it only makes the sums not exact.
  ///   - places: A function that returns the server's id of a delivery address or restaurant. While it
  ///     returns ``PlaceResolution/pending``, the change of the fulfillment and a later order wait. The
  ///     cart calls the function again after a delay, or at once when `retry(_:)` is called for the
  ///     change of the fulfillment.
  /// - Returns: A cart. Create only one for each storage directory.
  public func makeCart(
    estimating fees: @escaping FeeEstimate = { _, _, _ in [] },
    resolving places: @escaping PlaceLookup = { .resolved($0.place) }
  ) -> any ShoppingCart {
    LiveShoppingCart(
      base: CollectionBase(
        StoredCart.repository(in: directory), initial: CartBase(), elements: \.carts),
      fees: fees, places: places, in: self)
  }
}

/// A function that returns fees for a city, a fulfillment, and the price of all lines less the discounts.
public typealias FeeEstimate =
  @Sendable (_ city: CityID, _ fulfillment: CartFulfillment?, _ sum: Money) -> [Fee]

/// A function that returns the server's id of a fulfillment's delivery address or restaurant.
public typealias PlaceLookup = @Sendable (_ fulfillment: CartFulfillment) -> PlaceResolution

/// The result of a ``PlaceLookup``: the server's id of a place, or the reason why there is none.
public enum PlaceResolution: Sendable, Hashable {
  /// The server has the place under this id.
  case resolved(String)
  /// The server does not have the place yet, for example because the address has not been sent.
  case pending
  /// The app no longer has the place, for example because the user removed the address.
  ///
  /// The change of the fulfillment is refused with ``CartRejection/unknownPlace``.
  case unknown
}
