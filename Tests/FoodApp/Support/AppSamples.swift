public import Addresses
public import Cart
import Commerce
public import FoodApp
import Foundation
public import Menu
import Profile
import SandboxApp
import Sync
import SyncTestSupport
import Testing

extension CityID {
  /// A city in Kazakhstan.
  public static let almaty: CityID = 1_526_384
  /// Another city in Kazakhstan.
  public static let astana: CityID = 1_526_273
  /// A city in Russia, where a delivery has a fee.
  public static let moscow: CityID = 524_901
}

extension Address {
  /// Returns an address in Almaty.
  public static func sample(house: String = "10") -> Address {
    Address(
      city: .almaty, template: AddressTemplate.ID(rawValue: "KZ"), label: "Home \(house)",
      fields: [AddressField(.street, "Абая"), AddressField(.house, house)])
  }
}

extension FoodApp {
  /// Waits for the menu of the settled city, and returns it as it can be ordered at noon.
  public func orderableMenu() async throws -> OrderableMenu {
    let (city, now) = (environment.city.context, environment.now())
    return try await menu.first { state in
      state.scope?.city == city?.city && state.scope?.language == city?.language
        ? state.orderable(at: now) : nil
    }
  }

  /// Returns the item of a product or combo of today's menu.
  public func item(_ item: MenuItem = .product("pizza-margherita")) async throws -> CartItem {
    let menu = try await orderableMenu()
    guard let city = environment.city.context?.city, let selection = menu.selection(of: item),
      let item = menu.cartItem(selection, in: city)
    else { preconditionFailure("the menu of the sandbox has \(item)") }
    return item
  }

  /// Orders pizzas.
  public func order(_ count: Int = 1, as user: FoodAppUser) async throws {
    try await user.cart.add(try await item(), count: count)
    try await user.placeOrder()
  }

  /// Waits until a feature has this health.
  public func until(_ feature: AppFeature, _ health: FeatureHealth) async {
    await when { $0.health[feature] == health }
  }

  /// Waits for the features of the current account or guest.
  public func currentUser() async throws -> FoodAppUser {
    try await first { [session] state in
      state.session.status != .loading && state.user?.account == session.state.account
        ? state.user : nil
    }
  }
}

extension FoodAppUser {
  /// Places an order for the sum that the server has confirmed.
  public func placeOrder() async throws {
    try await placeOrder(for: try #require(try await cart.settled().totals?.due))
  }
}

extension ShoppingCart {
  /// Waits until the server has confirmed the cart, and returns it.
  @discardableResult
  public func settled() async throws -> CartState {
    try await first { state in
      state.pending.isEmpty && state.totals?.isEstimate != true && state.sync.fetch == .idle
        ? state : nil
    }
  }

  /// Waits until the order has been placed, and returns its number.
  public func number() async throws -> String {
    try await first { if case .placed(_, let number) = $0.order { number } else { nil } }
  }
}

extension CartState {
  /// Whether a change waits for the delay after a failure.
  public var isBackingOff: Bool {
    pending.contains { if case .backoff = $0.reason { true } else { false } }
  }

  /// The quantities and names of the lines, such as `2 Margherita`, sorted.
  public var words: [String] { lines.map { "\($0.quantity) \($0.item.name)" }.sorted() }
}
