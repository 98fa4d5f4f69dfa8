import Networking
import Sync

/// Sends the requests of the module and interprets the responses.
struct CartServer: Sendable {
  let transport: any Transport

  func cart(
    _ id: String, known: ServerCart?, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<CartBase> {
    var request = HTTPRequest(.get, CartRequest.path(of: id), in: context)
    request.precondition = validator.flatMap(ETag.init(rawValue:)).map { .hasChanged(since: $0) }
    let answer = await transport.answer(to: request)
    if case .notFound(let problem) = answer {
      switch problem.code {
      case "cartClosed": return .updated(ServerUpdate { $0.closed = id })
      case "unknownCart":
        // The server does not know the cart before the first change, which creates it. If such a change
        // was answered since this request started, the cart from its answer is not replaced.
        return .updated(
          ServerUpdate { base in
            guard base.record?.id == id, base.server == known else { return }
            (base.server, base.isNew) = (nil, true)
          })
      default: break
      }
    }
    return FetchOutcome(answer) { response throws(UnusableBody) in
      let cart = try Self.cart(in: response, expected: id)
      return ServerUpdate(version: cart.serverVersion) { $0.take(cart, isFetched: true) }
    }
  }

  func send(
    _ change: CartChange, key: String, in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    let request: HTTPRequest
    do { request = try CartRequest.request(change, key: key, in: context) } catch {
      return .rejected(.other(code: "notEncodable", text: error.reason))
    }
    let answer = await transport.answer(to: request)
    switch answer {
    case .notFound(let problem) where problem.code == "cartClosed" && change.isOrder:
      return await find(change, in: context)
    // Earlier releases of the server answer a conflict with the cart instead of a problem document. The
    // cart in the response proves that it is from the service.
    case .tryLater(let response) where response.status == 409 || response.status == 412:
      return Self.conflict(of: change, in: response) ?? .tryLater(after: response.retryAfter)
    case .conflict, .notFound, .rejected, .success, .notModified, .unauthorized, .tryLater,
      .notSent,
      .outcomeUnknown:
      return SendOutcome(
        answer, applied: { response throws(UnusableBody) in try Self.update(by: change, response) },
        refused: { Self.outcome(of: change, refusedFor: $0, answer) })
    }
  }

  private static func update(
    by change: CartChange, _ response: HTTPResponse
  ) throws(UnusableBody) -> ServerUpdate<CartBase> {
    guard case .order = change.edit else {
      return update(with: try cart(in: response, expected: change.cart))
    }
    let number = try response.json(OrderAnswer.self).order
    return ServerUpdate { base in base.place(change, as: number) }
  }

  /// Looks up the placed order of a closed cart by the id of the user's action.
  ///
  /// The server may have placed the order, and its answer may have been lost.
  private func find(
    _ change: CartChange, in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    let query = ["key": change.operation]
    let answer = await transport.answer(
      to: HTTPRequest(.get, CartRequest.orders, query: query, in: context))
    guard case .success(let response) = answer else { return .tryLater() }
    do {
      let orders = try response.json(OrderList.self).orders
      guard let order = orders.first(where: { $0.key == change.operation }) else {
        return .rejected(.cartClosed)
      }
      return .applied(ServerUpdate { base in base.place(change, as: order.id) })
    } catch {
      return .tryLater()
    }
  }

  private static func update(with cart: ServerCart) -> ServerUpdate<CartBase> {
    ServerUpdate(version: cart.serverVersion) { $0.take(cart, isFetched: false) }
  }

  private static func outcome(
    of change: CartChange, refusedFor problem: ServiceProblem, _ answer: ResponseOutcome
  ) -> SendOutcome<CartChange, CartBase> {
    switch answer {
    case .notFound: return problem.code == "cartClosed" ? .rejected(.cartClosed) : .tryLater()
    case .conflict:
      if case .order = change.edit { break }
      return conflict(of: change, in: problem.response) ?? .tryLater()
    default: break
    }
    return .rejected(CartRejection(problem))
  }

  /// Returns the outcome of a conflict from the cart in its response; `nil` for any other response.
  private static func conflict(
    of change: CartChange, in response: HTTPResponse
  ) -> SendOutcome<CartChange, CartBase>? {
    let cart: ServerCart
    do { cart = try Self.cart(in: response, expected: change.cart) } catch { return nil }
    guard case .line(let edit) = change.edit, edit.isAddition else {
      return .conflict(rebased: nil, update(with: cart))
    }
    let rebased = edit.rebased(on: cart.quantity(of: edit.item.line))
    return .conflict(rebased: change.with(.line(rebased)), update(with: cart))
  }

  private struct OrderAnswer: Decodable {
    let order: String
  }

  private struct OrderList: Decodable {
    struct Order: Decodable {
      let id: String
      let key: String?
    }

    let orders: [Order]
  }

  private static func cart(
    in response: HTTPResponse, expected id: String
  ) throws(UnusableBody) -> ServerCart {
    let cart = try response.json(CartDocument.self).cart()
    guard cart.id == id else { throw UnusableBody(reason: "another cart") }
    return cart
  }
}

extension ServerCart {
  fileprivate var serverVersion: ServerVersion { ServerVersion(version, of: id) }
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
