public import Foundation
public import Networking

/// A server of all features, in which the same cities, products and orders are everywhere.
///
/// A cart sells the products of its city's menu, at the menu's prices, and with the city's minimum
/// order and delivery fee. An item that is unavailable in the menu is sold out in the cart. A
/// finished order can be reviewed.
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
  /// The carts and the orders; the model's own menu has products besides those of the city's menu.
  public var carts: CartServerModel
  /// The addresses of the user.
  public var addresses = AddressesServerModel()
  /// The accounts of the users, and their profiles; its time is that of the whole server.
  public var accounts = AccountServerModel()
  /// The reviews; its time is that of the whole server.
  public var reviews: ReviewServerModel

  /// Loads the cities and their menu; there are no carts, addresses or orders yet.
  ///
  /// - Parameters:
  ///   - now: The server's time, in seconds since 1970. It changes only when it is set.
  ///   - cities: The file of the cities; `nil` for the 1,000 bundled ones.
  ///   - menu: The file of the menu; `nil` for the bundled one with 57 products.
  /// - Throws: An error of the files.
  public init(now: Int = 1_700_000_000, cities: URL? = nil, menu: URL? = nil) throws {
    self.cities = try CityServerModel(contentsOf: cities)
    menus = try MenuServerModel(contentsOf: menu)
    carts = .shop
    reviews = ReviewServerModel(now: now)
  }

  /// Answers a request to any of the features; an unknown path gets 404.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch request.path.split(separator: "/").dropFirst().first {
    case "cities": return cities.answer(request)
    case "menu":
      if let city = request.context?.city, !cities.isListed(city.rawValue) {
        return .refused(404, "unknownCity", "this city does not exist")
      }
      return menus.answer(request)
    case "carts":
      do { try open(in: request.context?.city) } catch { return .status(500) }
      return carts.answer(request)
    case "addresses": return addresses.answer(request)
    case "auth", "profile":
      accounts.now = reviews.now
      return accounts.answer(request)
    case "orders", "review-photos": return reviews.answer(request)
    default: return .status(404)
    }
  }

  /// Finishes an order, so that it can be reviewed for a week.
  ///
  /// The lines of the order have the IDs `1`, `2` and so on in the review.
  ///
  /// - Parameter number: The number with which the order was placed.
  /// - Returns: The order, or `nil` if there is none with this number.
  @discardableResult
  public mutating func finishOrder(_ number: String) -> CartServerModel.Order? {
    guard let order = carts.placed.first(where: { $0.number == number }) else { return nil }
    reviews.orders[number] = ReviewServerModel.Order(
      fulfilment: order.cart.fulfilment?.kind ?? "delivery",
      lines: order.cart.lines.indices.map { "\($0 + 1)" }, closesAt: reviews.now + 7 * 86_400)
    return order
  }

  /// Makes the carts of a city sell its menu as it is now.
  private mutating func open(in city: CityID?) throws {
    guard let city else { return }
    let known = carts.shops[city.rawValue]
    let version = CityShop.Version(
      menu: menus[city].revision, city: cities.revision,
      stopped: menus.stopped(in: city, at: reviews.now))
    guard version != known?.version else { return }
    let prices = known.flatMap { $0.version.menu == version.menu ? $0.prices : nil }
    carts.shops[city.rawValue] = CityShop(
      version: version, prices: try prices ?? menus.prices(in: city),
      terms: cities.terms(of: city.rawValue))
  }
}
