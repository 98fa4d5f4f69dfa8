import Foundation
import Networking
import Sync

/// Sends the requests of a cart to the server, and interprets the responses.
struct CartServer: Sendable {
  /// The codes of the problems of a cart that takes no changes: the server has closed the cart, or the
  /// cart belongs to another account.
  private static let finalCodes = ["cartClosed", "unknownCart"]

  let transport: any Transport
  /// The gate, which is closed while no request may be sent.
  ///
  /// One call may send several requests, and the gate may close between two of them.
  let gate: Gate

  /// Fetches a cart.
  ///
  /// - Parameters:
  ///   - known: The cart before the request. If the server does not have the cart, and has not created
  ///     or changed it during the request, it has lost the cart.
  ///   - validator: The validator of the last fetched cart, which begins with its id: the carts of two
  ///     cities may have the same `ETag`.
  ///   - context: The city of the request.
  /// - Returns: The outcome, with the update of the ``CartBase``.
  func fetch(
    _ known: StoredCart, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<CartBase> {
    let key = known.key
    var request = HTTPRequest(.get, CartRequest.path(of: key), in: context)
    let prefix = "\(key.id) "
    if let validator, validator.hasPrefix(prefix), known.server != nil {
      request.ifChangedSince = ETag(rawValue: String(validator.dropFirst(prefix.count)))
    }
    let answer = await transport.answer(to: request)
    if case .notFound(let problem) = answer {
      switch problem.code {
      case "cartClosed": return .updated(ServerUpdate { $0.close(key) })
      case "unknownCart":
        return .updated(
          ServerUpdate { base in
            guard base[key.city]?.server == known.server else { return }
            // The server creates a cart when it applies the first change.
            if known.server != nil { base.close(key) }
            base.confirm(key)
          })
      default: break
      }
    }
    let outcome = FetchOutcome(answer) { response throws(UnusableBody) in
      try Self.cart(in: response, of: key, isFetched: true).update
    }
    guard case .updated(let update, let tag?) = outcome else { return outcome }
    return .updated(update, validator: prefix + tag)
  }

  /// Sends a change; `mayBeApplied` is whether an earlier attempt may have reached the server.
  func send(
    _ change: CartChange, key: IdempotencyKey, tappedAt: Date?, mayBeApplied: Bool,
    in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    let request: HTTPRequest
    do {
      request = try CartRequest.request(change, key: key, tappedAt: tappedAt, in: context)
    } catch {
      return .rejected(.other(code: "notEncodable", text: error.reason))
    }
    let answer = await transport.answer(to: request)
    switch answer {
    case .notFound(let problem)
    where change.order != nil && mayBeApplied && Self.finalCodes.contains(problem.code):
      let closed = ServerUpdate<CartBase> { $0.close(change.cart) }
      return await outcomeOfOrder(change, ifAbsent: .rejected(.cartClosed, closed), in: context)
    case .rejected(let problem) where change.order != nil && problem.code == "orderExpired":
      guard mayBeApplied else { return .expired }
      return await outcomeOfOrder(change, ifAbsent: .expired, in: context)
    // This response has no problem document. If it contains the cart, it is a conflict. Otherwise it may
    // be from a proxy, and the change is sent again later.
    case .tryLater(let response) where response.status == 409 || response.status == 412:
      return Self.conflict(of: change, in: response) ?? .tryLater(after: answer.retryAfter)
    default:
      return SendOutcome(
        answer, applied: { response throws(UnusableBody) in try Self.update(by: change, response) },
        refused: { Self.outcome(of: change, refusedFor: $0, answer) })
    }
  }

  private static func update(
    by change: CartChange, _ response: HTTPResponse
  ) throws(UnusableBody) -> ServerUpdate<CartBase> {
    guard change.order == nil else {
      let receipt = try PlacedOrder.Receipt(response.json(JSONValue.self), id: "order")
      return ServerUpdate { base in base.place(change, as: receipt) }
    }
    return try cart(in: response, of: change.cart).update
  }

  /// Returns the outcome of an order that the server does not take.
  ///
  /// An earlier attempt may have placed the order, although its response was lost. So the function
  /// fetches the user's placed orders, and looks for an order with ``CartChange/operation`` as its key.
  /// `absent` is the outcome if there is none, or if the server does not show this user any orders.
  private func outcomeOfOrder(
    _ change: CartChange, ifAbsent absent: SendOutcome<CartChange, CartBase>,
    in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    guard gate.isOpen else { return .tryLater() }
    let query = ["key": change.operation]
    let answer = await transport.answer(
      to: HTTPRequest(.get, CartRequest.orders, query: query, in: context))
    let response: HTTPResponse
    switch answer {
    case .success(let found): response = found
    case .unauthorized: return .closed(.signedOut)
    case .rejected, .notFound: return absent
    default: return .tryLater()
    }
    do {
      guard let orders = try response.json(JSONValue.self)["orders"]?.list else {
        return .tryLater()
      }
      if let order = orders.first(where: { $0["key"] == .text(change.operation) }) {
        let receipt = try PlacedOrder.Receipt(order, id: "id")
        return .applied(ServerUpdate { base in base.place(change, as: receipt) })
      }
      // An order that cannot be read may be this one.
      guard orders.allSatisfy(\.hasReadableKey) else { return .tryLater() }
      return absent
    } catch {
      return .tryLater()
    }
  }

  private static func outcome(
    of change: CartChange, refusedFor problem: ServiceProblem, _ answer: ResponseOutcome
  ) -> SendOutcome<CartChange, CartBase> {
    switch answer {
    case .notFound:
      return finalCodes.contains(problem.code)
        ? .rejected(.cartClosed, ServerUpdate { $0.close(change.cart) }) : .tryLater()
    case .conflict where change.order == nil:
      return conflict(of: change, in: problem.response) ?? .tryLater()
    default:
      // The fetched cart shows why its order was refused, for example another sum.
      return .rejected(CartRejection(problem), ServerUpdate(needsFetch: change.order != nil))
    }
  }

  /// Returns the outcome of a change that conflicts with the server's current cart.
  ///
  /// `response` contains the server's current cart. If the cart cannot be decoded, the function returns
  /// `nil`.
  private static func conflict(
    of change: CartChange, in response: HTTPResponse
  ) -> SendOutcome<CartChange, CartBase>? {
    do {
      let (cart, update) = try Self.cart(in: response, of: change.cart)
      guard case .line(let edit) = change.edit, edit.isRelative else {
        return .conflict(rebased: nil, update)
      }
      let rebased = edit.rebased(on: cart.quantity(of: edit.line))
      return .conflict(rebased: change.with(.line(rebased)), update)
    } catch { return nil }
  }

  /// Returns the cart of a response, and the update by it.
  ///
  /// Only a fetch tells the time: a repeated response to a change has that of the first attempt.
  private static func cart(
    in response: HTTPResponse, of key: CartKey, isFetched: Bool = false
  ) throws(UnusableBody) -> (cart: ServerCart, update: ServerUpdate<CartBase>) {
    let document = try response.json(CartDocument.self)
    guard document.id == key.id else { throw UnusableBody(reason: "another cart") }
    let cart = try document.cart(in: response)
    let update = ServerUpdate<CartBase>(
      version: ServerVersion(cart.version, of: cart.id),
      time: isFetched ? document.now?.value?.date : nil
    ) { base in
      base.take(cart, of: key, isFetched: isFetched)
    }
    return (cart, update)
  }
}

extension PlacedOrder.Receipt {
  /// Reads the id and the number of an order, which some services send as numbers.
  ///
  /// Without a number, the id is shown.
  fileprivate init(_ order: JSONValue, id name: String) throws(UnusableBody) {
    guard let id = order[name]?.name else { throw UnusableBody(reason: "no id of an order") }
    self.init(id: id, number: order["number"]?.name ?? id)
  }
}

extension JSONValue {
  /// Whether this is an order of which it is known whether it has a key.
  fileprivate var hasReadableKey: Bool {
    guard case .object(let members) = self else { return false }
    return switch members["key"] {
    case nil, .null, .text: true
    default: false
    }
  }
}

extension CartRejection {
  fileprivate init(_ problem: ServiceProblem) {
    let text = problem.reason ?? problem.code
    self =
      switch problem.code {
      case "cartClosed": .cartClosed
      case "soldOut": .soldOut(text: text)
      case "otherSum": .sumChanged(text: text)
      default: .other(code: problem.code, text: text)
      }
  }
}
