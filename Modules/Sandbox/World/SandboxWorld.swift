import Commerce
public import Foundation
public import Networking

/// A server of all features, which share their cities, products and orders.
///
/// A cart sells the products of its city's menu, at the menu's prices in the city's currency, and with
/// the city's minimum order and delivery fee. An item that is unavailable in the menu is sold out in
/// the cart. A placed order changes its status as the time advances. After it is fulfilled, the user
/// can review it.
///
/// Each account has its own addresses and orders. A cart belongs to the first account that changes
/// it, even if a guest has created the cart. If another account then requests the cart, the
/// response is 404. For a guest, the response is 401.
///
/// ```swift
/// let server = SandboxServer(try SandboxWorld(), pace: .normal)
/// let environment = FeatureEnvironment(transport: server)
/// ```
public struct SandboxWorld: ServerModel {
  /// The cities.
  public var cities: CityServerModel
  /// The menus of the cities, and the unavailable items.
  public var menus: MenuServerModel
  /// The carts of all users.
  ///
  /// They can contain the products of the cities' menus, and a few other products.
  public var carts: CartServerModel
  /// The addresses of each account.
  public var addresses = PerAccount(AddressesServerModel())
  /// The accounts of the users, and their profiles.
  public var accounts = AccountServerModel()
  /// The orders of each account, placed from its carts.
  public var orders: PerAccount<OrderServerModel>
  /// The fulfilled orders of each account, and their reviews.
  public var reviews: PerAccount<ReviewServerModel>
  /// The server's time, in seconds since 1970, which advances only when it is set.
  public var now: Int
  /// Whether a request for addresses, orders or reviews requires an access token.
  ///
  /// If `false`, requests without a token belong to a guest, who has addresses and orders like an
  /// account. A guest can use carts in either case.
  public var requiresSignIn = false
  private var cartOwners: [String: String] = [:]

  /// Loads the cities and the menu; the server begins without carts, addresses and orders.
  ///
  /// - Parameters:
  ///   - now: The server's time, in seconds since 1970.
  ///   - cities: The file of the cities; `nil` for the sandbox's 1,000 cities.
  ///   - menu: The file of the menu; `nil` for the bundled one with 61 products.
  /// - Throws: An error of the files.
  public init(now: Int = 1_700_000_000, cities: URL? = nil, menu: URL? = nil) throws {
    self.cities = try CityServerModel(contentsOf: cities)
    menus = try MenuServerModel(contentsOf: menu)
    carts = .shop
    orders = PerAccount(OrderServerModel(now: now))
    reviews = PerAccount(ReviewServerModel(now: now))
    self.now = now
  }

  /// Returns the id of the account whose access token a request carries; `nil` without a valid
  /// token.
  public func account(of request: HTTPRequest) -> String? { accounts.account(of: request) }

  /// Answers a request to any of the features; an unknown path gets 404.
  ///
  /// A request with an invalid token gets 401. This also holds for a path that requires no token.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    accounts.now = now
    settleOrders()
    let path = request.path.split(separator: "/").dropFirst().map(String.init)
    let account = account(of: request)
    if path.first == "auth" {
      let response = accounts.answer(request)
      if let account, accounts.accounts[account] == nil { remove(account) }
      return response
    }
    guard account != nil || request.authorization == nil else { return .signedOut }
    switch path.first {
    case "cities": return cities.answer(request)
    case "menu":
      if let city = request.context?.city {
        guard cities.isListed(city.rawValue) else {
          return .refused(404, "unknownCity", "this city does not exist")
        }
        setCurrency(of: city)
      }
      return menus.answer(request)
    case "carts": return answerCart(request, path.dropFirst().first ?? "", of: account)
    case "profile": return accounts.answer(request)
    case "addresses", "orders", "review-photos":
      guard account != nil || !requiresSignIn else { return .signedOut }
      guard path.first != "addresses" else { return addresses[account].answer(request) }
      guard path.first != "orders" || ["review", "rating-form"].contains(path.last ?? "") else {
        orders[account].now = now
        orders[account].account = account
        return orders[account].answer(request)
      }
      reviews[account].now = now
      return reviews[account].answer(request)
    default: return .status(404)
    }
  }

  private mutating func answerCart(
    _ request: HTTPRequest, _ id: String, of account: String?
  ) -> HTTPResponse {
    if let owner = cartOwners[id], owner != account {
      return account == nil ? .signedOut : .refused(404, "unknownCart", "this cart does not exist")
    }
    do { try open(in: request.context?.city) } catch { return .status(500) }
    let placed = carts.orders.count
    carts.now = now
    let response = carts.answer(request)
    if request.method != .get, carts.ids.contains(id) { cartOwners[id] = account }
    if carts.orders.count > placed,
      let (key, order) = carts.orders.first(where: { $0.value.cart.id == id })
    {
      orders[account].now = now
      orders[account].place(order.number, key: key, cart: order.cart)
    }
    return response
  }

  private mutating func remove(_ account: String) {
    addresses.remove(account)
    orders.remove(account)
    reviews.remove(account)
    for (cart, owner) in cartOwners where owner == account { carts.close(cart) }
  }

  /// Ends an order as fulfilled now, instead of at the planned time.
  ///
  /// The user can then review the order for a week.
  ///
  /// - Parameter number: The number with which the order was placed.
  /// - Returns: The order, or `nil` if there is none with this number.
  @discardableResult
  public mutating func finishOrder(_ number: String) -> CartServerModel.Order? {
    guard let order = carts.placed.first(where: { $0.number == number }) else { return nil }
    changeOrder(number) { $0.finish(number) }
    return order
  }

  /// Changes the orders of the account to which the order with this number belongs.
  ///
  /// `change` receives all orders of the account, and can advance or reject this order, for
  /// example. If the number is unknown, `change` is not called.
  public mutating func changeOrder(
    _ number: String, _ change: (inout OrderServerModel) -> Void
  ) {
    for account in orders.accounts where orders[account].order(number) != nil {
      orders[account].now = now
      change(&orders[account])
    }
    settleOrders()
  }

  /// Returns the events about the orders of an account up to now; `nil` means the guests.
  public mutating func orderEvents(of account: String?) -> [OrderServerModel.Event] {
    settleOrders()
    return orders[account].events
  }

  /// Applies the planned changes of all orders up to now, and lets users review the fulfilled ones.
  private mutating func settleOrders() {
    for account in orders.accounts {
      orders[account].now = now
      for order in orders[account].takeFulfilled() {
        reviews[account].orders[order.id] = ReviewServerModel.Order(
          fulfilment: order.fulfilment.kind, lines: order.lines.map(\.id),
          closesAt: (order.finishedAt ?? now) + 7 * 86_400)
      }
    }
  }

  private mutating func setCurrency(of city: CityID) {
    if menus.currencies[city] == nil {
      menus.currencies[city] = cities.currency(of: city.rawValue)
    }
  }

  /// Updates the shop of a city to the city's current menu, terms and unavailable items.
  ///
  /// Without a city, the call has no effect.
  private mutating func open(in city: CityID?) throws {
    guard let city else { return }
    setCurrency(of: city)
    let known = carts.shops[city.rawValue]
    let former = known.flatMap { $0.version.menu == menus[city].revision ? $0.prices : nil }
    let prices = try former ?? menus.prices(in: city)
    let version = CityShop.Version(
      menu: menus[city].revision, city: cities.revision,
      unitsLeft: menus.unitsLeft(in: city, at: now),
      happy: prices.happyVariants(at: now, in: cities.timeZone(of: city.rawValue)))
    guard version != known?.version else { return }
    carts.shops[city.rawValue] = CityShop(
      version: version, prices: prices, terms: cities.terms(of: city.rawValue))
  }
}
