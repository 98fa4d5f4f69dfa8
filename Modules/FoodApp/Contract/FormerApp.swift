import Commerce
public import Profile

/// The stored data of a former app that this app replaces as an update.
///
/// This app adopts only the id of the chosen city, the session and the id of the cart.
///
/// ```swift
/// let former = FormerApp(
///   city: { (defaults.object(forKey: "cityID") as? Int).map(CityID.init(rawValue:)) },
///   removeCity: { defaults.removeObject(forKey: "cityID") },
///   session: { keychain.session }, removeSession: { keychain.removeSession() },
///   cart: { defaults.string(forKey: "cart").map { ($0, city) } },
///   removeCart: { defaults.removeObject(forKey: "cart") })
/// ```
public struct FormerApp: Sendable {
  let city: @Sendable () -> CityID?
  let removeCity: @Sendable () async -> Void
  let session: @Sendable () -> LegacySession?
  let removeSession: @Sendable () -> Void
  let cart: @Sendable () -> (id: String, city: CityID)?
  let removeCart: @Sendable () -> Void

  /// Creates a description of the former app's data.
  ///
  /// - Parameters:
  ///   - city: Returns the city that the user chose in the former app, or `nil` if there is none.
  ///   - removeCity: Removes the id of the city, and for example a database with `LegacyDatabase`; called
  ///     at each launch with a stored city. The default keeps the data for a rollback to the former app.
  ///   - session: Returns the former app's session, or `nil` if there is none. The closure is called at
  ///     each launch until this app has stored the session.
  ///   - removeSession: Removes the session; called after this app has stored the session. Without it,
  ///     a user who signs out would be signed in again.
  ///   - cart: Returns the server's id of the cart and the cart's city, or `nil` if there is no cart.
  ///     The closure is called at each launch until this app has stored the id and the city.
  ///   - removeCart: Removes the id of the cart; called after this app has stored the id.
  public init(
    city: @escaping @Sendable () -> CityID? = { nil },
    removeCity: @escaping @Sendable () async -> Void = {},
    session: @escaping @Sendable () -> LegacySession? = { nil },
    removeSession: @escaping @Sendable () -> Void,
    cart: @escaping @Sendable () -> (id: String, city: CityID)? = { nil },
    removeCart: @escaping @Sendable () -> Void
  ) {
    self.city = city
    self.removeCity = removeCity
    self.session = session
    self.removeSession = removeSession
    self.cart = cart
    self.removeCart = removeCart
  }
}
