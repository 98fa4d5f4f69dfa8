import Commerce
public import FoodApp
import Foundation
public import Profile
public import Sandbox
import Synchronization

/// A simulated installation of the former app, which `FoodApp` replaces.
///
/// It consists of the former app's data on the device, and of the user's account and cart at a
/// server. The city is Almaty, and the cart has two pizzas. Pass ``app`` to the initializer of
/// `FoodApp`, which adopts the data.
public final class FormerInstallation: Sendable {
  /// The id of the cart at the server.
  public static let cart = "former-cart"

  /// The account that was signed in to the former app.
  ///
  /// `nil` only if ``AccountID`` does not accept the id that the server has created.
  public let account: AccountID?
  private let objects: Mutex<[String: String]>

  /// Creates the former app's data on the device, and the user's account and cart at a server.
  ///
  /// `phone` is the account's phone number in international form.
  ///
  /// - Throws: `DecodingError` if the JSON text of the pizza in this class no longer fits the type
  ///   `CartView.Item`.
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

  /// The names of the data that `FoodApp` has not adopted yet.
  ///
  /// At first, the names are `cart`, `city` and `session`.
  public var left: [String] { objects.withLock { $0.keys.sorted() } }

  /// The former app's data in the form that the initializer of `FoodApp` expects.
  ///
  /// `FoodApp` removes each part of the data after it has adopted the part.
  public var app: FormerApp {
    FormerApp(
      city: { [self] in object("city").flatMap(Int.init).map(CityID.init(rawValue:)) },
      removeCity: { [self] in remove("city") },
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
