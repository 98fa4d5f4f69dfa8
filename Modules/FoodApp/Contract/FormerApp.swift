public import Cities
public import Networking
public import Profile

/// The data of a former app on the same device, which stored it in another form.
///
/// Only what identifies the user's data at the server is adopted: city, session and cart.
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

  /// Describes the data.
  ///
  /// - Parameters:
  ///   - city: The chosen city, and the database that is to be removed.
  ///   - session: Returns the session, at each launch until it has been adopted.
  ///   - removeSession: Removes the session; called once it is stored here.
  ///   - cart: Returns the cart's id at the server and its city, at each launch until it has been
  ///     adopted.
  ///   - removeCart: Removes the cart's id; called once it is stored here.
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
