import Foundation
public import Networking

/// A server of carts as the description of `/v1/carts` has it, inside the process.
///
/// It is written apart from the module `Cart` and shares nothing with it but the bytes on the wire, so
/// that a test may believe it. It answers at once and correctly; what goes wrong on the way is up to
/// whoever carries the requests.
///
/// It can be stored and continues from there, without the answers that it has given.
public struct CartServerModel: Sendable, Codable {
  /// What is sold, and for how much.
  public var menu: Menu { didSet { revision += 1 } }
  /// What may be done with carts.
  public var rules: Rules { didSet { revision += 1 } }

  var carts: [String: StoredCart] = [:]
  /// The orders that were placed, by the operation that did.
  var orders: [String: Order] = [:]
  private var answers: [String: (request: String, response: HTTPResponse)] = [:]
  /// Grows when the menu or a rule changes, and every cart with it.
  public private(set) var revision = 0

  private enum CodingKeys: CodingKey {
    case menu, rules, carts, orders, revision
  }

  /// Makes a server without carts.
  public init(menu: Menu, rules: Rules = Rules()) {
    self.menu = menu
    self.rules = rules
  }

  /// An order as it was placed.
  public struct Order: Codable, Sendable, Equatable {
    /// The number that the user is told.
    public let number: String
    /// The cart that was ordered.
    public let cart: CartView
  }

  /// The orders that were placed, in order.
  public var placed: [Order] {
    orders.values.sorted { ($0.number.count, $0.number) < ($1.number.count, $1.number) }
  }

  /// A cart as it would be answered now; `nil` when there is none that is open.
  public func cart(_ id: String) -> CartView? {
    carts[id].flatMap { $0.isClosed ? nil : view($0) }
  }

  /// The carts that there ever were.
  public var ids: Set<String> { Set(carts.keys) }

  /// Closes a cart, as one that was ordered elsewhere or is too old.
  public mutating func close(_ id: String) {
    carts[id]?.isClosed = true
  }

  /// Whether a change under this key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers[key] != nil }

  /// Answers a request; one under a known key as it was answered before.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 3, parts[0] == "v1", parts[1] == "carts", let city = request.context?.city
    else { return HTTPResponse(status: 404, body: Data()) }
    guard let body = request.method.body else {
      return parts.count == 3 ? read(parts[2], request) : HTTPResponse(status: 404, body: Data())
    }
    guard let key = request.idempotencyKey?.rawValue else {
      return .refused(400, "keyMissing", "a change has a key")
    }
    let fingerprint = request.path + String(decoding: body.bytes, as: UTF8.self)
    if let known = answers[key] {
      guard known.request == fingerprint else {
        return .refused(422, "keyReused", "another change had this key")
      }
      return known.response
    }
    let response: HTTPResponse
    do {
      response = try change(parts[2], parts.count == 4 ? parts[3] : "", body.bytes, in: city)
    } catch {
      response = .refused(400, "badRequest", "\(error)")
    }
    answers[key] = (fingerprint, response)
    return response
  }

  private func read(_ id: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let cart = carts[id] else {
      return .refused(404, "unknownCart", "nothing has been put into this cart")
    }
    guard !cart.isClosed else { return .closed }
    let view = view(cart)
    let etag = ETag(rawValue: "\"\(id)-\(view.version)\"")
    if case .hasChanged(let since)? = request.precondition, since == etag {
      return HTTPResponse(status: 304, body: Data(), etag: etag)
    }
    return .json(view, etag: etag)
  }
}

extension HTTPRequest.Method {
  fileprivate var body: HTTPRequest.Body? {
    switch self {
    case .get, .delete: nil
    case .post(let body), .put(let body), .patch(let body): body
    }
  }
}

extension HTTPResponse {
  static func json(_ value: some Encodable, etag: ETag? = nil, status: Int = 200) -> HTTPResponse {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return HTTPResponse(status: status, body: try encoder.encode(value), etag: etag)
    } catch {
      return HTTPResponse(status: 500, body: Data("\(error)".utf8))
    }
  }

  static var closed: HTTPResponse { .refused(410, "cartClosed", "this cart has been closed") }

  static func refused(_ status: Int, _ code: String, _ reason: String) -> HTTPResponse {
    HTTPResponse(problem: code, status: status, reason: reason)
  }
}
