import Networking
import Sync

/// Sends the requests of a cart to the server, and interprets the responses.
struct CartServer: Sendable {
  /// The outcome of a request for the lines of an abandoned cart.
  enum LinesOutcome {
    /// The lines; empty if the cart was ordered or has expired.
    case lines([CartLine])
    /// No usable response arrived.
    case unusable
    /// No further request may be sent, and the fetch ends with this outcome.
    case ended(FetchOutcome<CartBase>)
  }

  /// The codes of the problems of a cart that takes no changes: the server has closed the cart, or the
  /// cart belongs to another account.
  private static let finalCodes = ["cartClosed", "unknownCart"]

  let transport: any Transport
  /// The gate, which is closed while no request may be sent.
  ///
  /// One call may send several requests, and the gate may close between two of them.
  let gate: Gate

  /// Fetches the current cart.
  ///
  /// - Parameters:
  ///   - id: The id of the cart.
  ///   - known: The value of ``CartBase/server`` before the request. If the server responds
  ///     `unknownCart`, the value after the request is compared with `known`. If the two differ, the
  ///     server has created or changed the cart meanwhile. The response is then outdated and ignored.
  ///   - validator: The validator (the `ETag`) of `known`; `nil` to fetch the cart even if it is
  ///     unchanged.
  ///   - context: The city of the request.
  ///   - completed: The abandoned carts whose lines have just been fetched. The update adds them to
  ///     ``CartBase/completed``.
  /// - Returns: The outcome, with the update of the ``CartBase``.
  func cart(
    _ id: String, known: ServerCart?, unless validator: String?, in context: RequestContext,
    completing completed: [CompletedCart] = []
  ) async -> FetchOutcome<CartBase> {
    guard gate.isOpen else { return .failed(FetchFailure(.notSent)) }
    var request = HTTPRequest(.get, CartRequest.path(of: id), in: context)
    request.precondition = validator.flatMap(ETag.init(rawValue:)).map { .hasChanged(since: $0) }
    let answer = await transport.answer(to: request)
    if case .notFound(let problem) = answer {
      switch problem.code {
      case "cartClosed":
        return .updated(
          ServerUpdate { base in
            base.completed += completed
            base.closed = id
          })
      case "unknownCart":
        // The server creates a cart when it applies the first change. If this happened during the
        // request, `base.server` is the created cart and differs from `known`. The response is then
        // outdated, and the cart stays.
        return .updated(
          ServerUpdate { base in
            base.completed += completed
            guard base.record?.id == id, base.server == known else { return }
            (base.server, base.isNew) = (nil, true)
          })
      default: break
      }
    }
    return FetchOutcome(answer) { response throws(UnusableBody) in
      let cart = try Self.cart(in: response, expected: id)
      return ServerUpdate(version: cart.serverVersion) { base in
        base.completed += completed
        base.take(cart, isFetched: true)
      }
    }
  }

  /// Fetches the lines of an abandoned cart.
  func lines(of id: String, in context: RequestContext) async -> LinesOutcome {
    guard gate.isOpen else { return .ended(.failed(FetchFailure(.notSent))) }
    switch await transport.answer(to: HTTPRequest(.get, CartRequest.path(of: id), in: context)) {
    case .success(let response):
      do { return .lines(try Self.cart(in: response, expected: id).lines) } catch {
        return .unusable
      }
    case .notFound(let problem) where Self.finalCodes.contains(problem.code):
      return .lines([])
    case .unauthorized: return .ended(.closed(.signedOut))
    default: return .unusable
    }
  }

  func send(
    _ change: CartChange, key: IdempotencyKey, in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    let request: HTTPRequest
    do { request = try CartRequest.request(change, key: key, in: context) } catch {
      return .rejected(.other(code: "notEncodable", text: error.reason))
    }
    let answer = await transport.answer(to: request)
    switch answer {
    case .notFound(let problem) where change.isOrder && Self.finalCodes.contains(problem.code):
      return await find(change, in: context)
    // This response has no problem document. If it contains the cart, it is from an earlier release of
    // the server, which reports a conflict in this way. Otherwise it may be from a proxy, and the change
    // is sent again later.
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

  /// Returns the outcome of an order whose cart takes no changes at the server.
  ///
  /// An earlier attempt may have placed the order, although its response was lost. So the function
  /// fetches the user's placed orders, and looks for an order with ``CartChange/operation`` as its key.
  private func find(
    _ change: CartChange, in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    guard gate.isOpen else { return .tryLater() }
    let query = ["key": change.operation]
    let answer = await transport.answer(
      to: HTTPRequest(.get, CartRequest.orders, query: query, in: context))
    if case .unauthorized = answer { return .closed(.signedOut) }
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
    case .notFound: return finalCodes.contains(problem.code) ? .rejected(.cartClosed) : .tryLater()
    case .conflict:
      if case .order = change.edit { break }
      return conflict(of: change, in: problem.response) ?? .tryLater()
    default: break
    }
    // The fetched cart shows why its order was refused, for example another sum.
    return .rejected(CartRejection(problem), ServerUpdate(needsFetch: change.isOrder))
  }

  /// Returns the outcome of a change that conflicts with the server's current cart.
  ///
  /// `response` contains the server's current cart. If the cart cannot be decoded, the function returns
  /// `nil`.
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
