public import Cities
public import Networking
public import Profile

/// The stored data of a former app that this app replaces as an update.
///
/// This app adopts only the id of the chosen city, the session and the id of the cart.
///
/// ```swift
/// let former = FormerApp(
///   city: LegacyApp(
///     cityID: LegacyIdentifier("cityID"), object: { defaults.object(forKey: $0) },
///     removeObject: { defaults.removeObject(forKey: $0) }),
///   session: { keychain.session }, removeSession: { keychain.removeSession() },
///   cart: { defaults.string(forKey: "cart").map { ($0, city) } },
///   removeCart: { defaults.removeObject(forKey: "cart") })
/// ```
public struct FormerApp: Sendable {
  let city: LegacyApp?
  let session: @Sendable () -> LegacySession?
  let removeSession: @Sendable () -> Void
  let cart: @Sendable () -> (id: String, city: CityID)?
  let removeCart: @Sendable () -> Void

  /// Creates a description of the former app's data.
  ///
  /// - Parameters:
  ///   - city: The stored id of the chosen city, and the database to remove. With `nil`, no city is
  ///     adopted and no database is removed.
  ///   - session: Returns the former app's session, or `nil` if there is none. The closure is called at
  ///     each launch until this app has stored the session.
  ///   - removeSession: Removes the session; called after this app has stored the session.
  ///   - cart: Returns the server's id of the cart and the cart's city, or `nil` if there is no cart.
  ///     The closure is called at each launch until this app has stored the id and the city.
  ///   - removeCart: Removes the id of the cart; called after this app has stored the id.
  public init(
    city: LegacyApp? = nil, session: @escaping @Sendable () -> LegacySession? = { nil },
    removeSession: @escaping @Sendable () -> Void = {},
    cart: @escaping @Sendable () -> (id: String, city: CityID)? = { nil },
    removeCart: @escaping @Sendable () -> Void = {}
  ) {
    self.city = city
    self.session = session
    self.removeSession = removeSession
    self.cart = cart
    self.removeCart = removeCart
  }
}
