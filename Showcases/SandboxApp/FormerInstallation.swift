import Cities
public import FoodApp
import Foundation
import Networking
public import Profile
public import Sandbox
import Storage
import Synchronization

/// The data of a former app, which `FoodApp` replaces, with its user's account and cart at a
/// server.
///
/// The city is Almaty, and the cart has two pizzas. Pass ``app`` to the initializer of `FoodApp`,
/// which adopts the data.
public final class FormerInstallation: Sendable {
  /// The ID of the cart at the server.
  public static let cart = "former-cart"

  /// The account that was signed in to the former app.
  ///
  /// It is `nil` only if the server creates an ID that ``AccountID`` does not accept.
  public let account: AccountID?
  private let objects: Mutex<[String: String]>

  /// Creates the data of the former app, and its account and cart at a server.
  ///
  /// `phone` is the account's phone number in international form.
  ///
  /// - Throws: `DecodingError` if `CartView.Item` has changed, and the JSON text in this class no longer
  ///   fits the type.
  public init(
    at server: SandboxServer<SandboxWorld>, phone: String = "+77771234567"
  ) throws {
    let pizza = try JSONDecoder().decode(CartView.Item.self, from: Data(Self.pizza.utf8))
    let (account, token) = server.change { world in
      let account = world.accounts.addAccount(phone: phone)
      world.carts.begin(Self.cart, in: 1_526_384)
      world.carts.setElsewhere(2, of: pizza, in: Self.cart)
      return (account, world.accounts.issueSession(for: account))
    }
    self.account = AccountID(rawValue: account)
    objects = Mutex(["city": "1526384", "session": token, "cart": Self.cart])
  }

  private static let pizza = #"""
    {"configuration":{"product":"pizza-margherita","variant":"pizza-margherita-m-classic","modifiers":[],
    "removed":[],"parts":[]},"city":1526384,"name":"Margherita","variantName":"Medium","details":[],
    "unitPrice":{"minorUnits":350000,"currency":"KZT"},"revision":"1"}
    """#

  /// The names of the data that `FoodApp` has not adopted yet, out of `cart`, `city` and `session`.
  public var left: [String] { objects.withLock { $0.keys.sorted() } }

  /// The access to the former app's data; `FoodApp` removes each part that it has adopted.
  public var app: FormerApp {
    FormerApp(
      city: LegacyApp(
        cityID: LegacyIdentifier("city"), object: { [self] in object($0) },
        removeObject: { [self] in remove($0) }),
      session: { [self] in
        guard let token = object("session"), let account else { return nil }
        return LegacySession(account: account, refreshToken: token)
      }, removeSession: { [self] in remove("session") },
      cart: { [self] in object("cart").map { ($0, 1_526_384) } },
      removeCart: { [self] in remove("cart") })
  }

  private func object(_ name: String) -> String? { objects.withLock { $0[name] } }
  private func remove(_ name: String) { objects.withLock { $0[name] = nil } }
}
