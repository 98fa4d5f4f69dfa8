public import Cities
public import Networking
public import Profile

/// The data on this device that was stored by an app that this app replaces.
///
/// Only the ids by which the server knows the user's data are adopted: city, session and cart.
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
  ///   - city: The city that the user had chosen, and the database to remove.
  ///   - session: Returns the former app's session; called at each launch until it has been adopted.
  ///   - removeSession: Removes the session; called once it is stored here.
  ///   - cart: Returns the server's id of the cart, and its city; called at each launch until it has been
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
