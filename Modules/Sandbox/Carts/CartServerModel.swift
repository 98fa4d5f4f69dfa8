import Commerce
import Foundation
public import Networking

/// An in-process server of carts that implements the OpenAPI description of `/v1/carts`.
///
/// The model shares only the wire format with the module `Cart`. Therefore an error in the module
/// is not repeated in the model, and tests with the model can find it. The model answers at once
/// and without faults. A ``SandboxServer`` adds delays and faults.
///
/// The encoded form omits the recorded responses to changes, the shops of the cities and
/// ``repeatsOrders``.
public struct CartServerModel: ServerModel, Codable {
  /// The products on sale with their prices.
  public var menu: Menu { didSet { revision += 1 } }
  /// The limits, fees, and promo codes for carts.
  public var rules: Rules { didSet { revision += 1 } }

  /// The shops with a city's own prices, minimum order and delivery fee, by the city's id.
  ///
  /// In a city without a shop, ``menu`` and ``rules`` apply. The dictionary is not encoded.
  var shops: [Int: CityShop] = [:] { didSet { revision += 1 } }
  var carts: [String: StoredCart] = [:]
  /// The placed orders, by the id of the operation that placed them.
  var orders: [String: Order] = [:]
  private var answers = AnsweredChanges()
  /// The server's time in seconds since 1970; `nil` if the server tells and checks no times.
  ///
  /// The time is not encoded.
  public var now: Int?
  /// Whether a repeated request to order a cart gets the number of the placed order.
  ///
  /// If `false`, the response is 410, because the first request has closed the cart.
  var repeatsOrders = true
  /// A counter that grows when the menu, a rule or a shop changes.
  ///
  /// The server adds this counter to each cart's version, because such a change can change the
  /// cart's prices.
  public private(set) var revision = 0

  private enum CodingKeys: CodingKey {
    case menu, rules, carts, orders, revision
  }

  /// Creates a server without carts.
  public init(menu: Menu, rules: Rules = Rules()) {
    self.menu = menu
    self.rules = rules
  }

  /// A placed order.
  public struct Order: Codable, Sendable, Equatable {
    /// The order number shown to the user.
    public let number: String
    /// The cart at the time of the order.
    public let cart: CartView
  }

  /// The placed orders, the oldest first.
  public var placed: [Order] {
    orders.values.sorted { ($0.number.count, $0.number) < ($1.number.count, $1.number) }
  }

  /// Returns the cart that the server would send now; `nil` if no open cart has this id.
  public func cart(_ id: String) -> CartView? {
    carts[id].flatMap { $0.isClosed ? nil : view($0) }
  }

  /// The ids of all carts, open and closed.
  public var ids: Set<String> { Set(carts.keys) }

  /// Closes a cart, as if it had been ordered elsewhere or expired.
  public mutating func close(_ id: String) {
    carts[id]?.isClosed = true
  }

  /// Discards the recorded successful responses, as a server does after some hours.
  ///
  /// The placed orders remain. If the app then repeats a request to order a cart, the response is
  /// 410, because the cart is closed.
  public mutating func forgetOrderAnswers() {
    answers.forgetSuccesses()
    repeatsOrders = false
  }

  /// Returns whether a change under this idempotency key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers.contains(key) }

  /// Answers a request.
  ///
  /// A change with the idempotency key of an earlier change gets the earlier response again. If the
  /// two changes differ, the response is 422.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path == "/v1/orders", let key = request.query["key"] { return find(key) }
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 3, parts[0] == "v1", parts[1] == "carts",
      let city = request.context?.city.rawValue
    else { return .status(404) }
    guard let body = request.method.body else {
      return parts.count == 3 ? read(parts[2], request) : .status(404)
    }
    if let known = answers.response(to: request) { return known }
    let response: HTTPResponse
    do {
      response = try change(parts[2], parts.count == 4 ? parts[3] : "", body.bytes, in: city)
    } catch {
      response = .refused(400, "badRequest", "\(error)")
    }
    return answers.record(response, to: request)
  }

  /// Answers the request `/v1/orders?key=ID`, in which `ID` is the id of an operation.
  ///
  /// The response is a list with the order that the operation placed. If the operation placed no
  /// order, the list is empty.
  private func find(_ key: String) -> HTTPResponse {
    let found = orders[key].map { [["id": $0.number, "number": $0.number, "key": key]] } ?? []
    return .json(["orders": found])
  }

  private func read(_ id: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let cart = carts[id] else {
      return .refused(404, "unknownCart", "this cart does not exist")
    }
    guard !cart.isClosed else { return .closed }
    let view = view(cart)
    return .json(view, etag: ETag(rawValue: "\"\(id)-\(view.version)\"")).unlessKnown(to: request)
  }
}

extension HTTPResponse {
  static var closed: HTTPResponse { .refused(410, "cartClosed", "this cart is closed") }
}
