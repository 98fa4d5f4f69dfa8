import Networking
import Sync

/// What the module asks its server, and what the answers mean.
struct CartServer: Sendable {
  let transport: any Transport

  /// What came of asking for a cart.
  enum Finding: Sendable {
    case answer(SourceAnswer<ServerCart?>)
    /// The cart was closed: nothing can be added to it any more.
    case closed
  }

  func cart(
    _ id: String, ifNot validator: String?, in context: RequestContext
  ) async -> Finding {
    var request = HTTPRequest(.get, CartRequest.path(of: id), in: context)
    if let etag = validator.flatMap(ETag.init(rawValue:)) {
      request.precondition = .hasChanged(since: etag)
    }
    let answer = await transport.answer(to: request)
    if case .gone(let problem) = answer {
      switch problem.code {
      case "cartClosed": return .closed
      // The server learns of a cart by its first change.
      case "unknownCart": return .answer(.value(nil))
      default: break
      }
    }
    return .answer(
      SourceAnswer(answer) { response in
        let cart = try Self.cart(in: response, expected: id)
        return (cart, cart.version)
      })
  }

  /// What came of sending a change.
  enum Outcome: Sendable {
    case done(ServerCart)
    case ordered(String)
    /// There are so many of the line by now.
    case seenOthers(ServerCart)
    case closed
    case other(Delivery<CartChange>)
  }

  func send(
    _ change: CartChange, key: String, in context: RequestContext
  ) async -> Outcome {
    let request: HTTPRequest
    do { request = try CartRequest.request(change, key: key, in: context) } catch {
      return .other(.rejected(error.reason))
    }
    let answer = await transport.answer(to: request)
    switch answer {
    case .success(let response):
      do {
        if case .order = change.wish {
          return .ordered(try response.json(PlacedOrder.self).order)
        }
        return .done(try Self.cart(in: response, expected: change.cart))
      } catch {
        // It was done, and what came of it is asked for again under the same key.
        return .other(.unknown)
      }
    case .conflict(let problem):
      if case .order = change.wish { return .other(.rejected("\(problem)")) }
      return Self.seenOthers(in: problem.response, expected: change.cart) ?? .other(.busy())
    // An earlier release of the server answers a conflict with the cart and no problem. Only the service
    // has the cart, so this proves the answer, too.
    case .tryLater(let response) where response.status == 409 || response.status == 412:
      return Self.seenOthers(in: response, expected: change.cart)
        ?? .other(.busy(retryAfter: response.retryAfter))
    case .gone(let problem) where problem.code == "cartClosed": return .closed
    case .gone: return .other(.busy())
    case .rejected(let problem): return .other(.rejected("\(problem)"))
    case .notModified, .unauthorised, .tryLater, .notSent, .outcomeUnknown:
      return .other(Delivery(answer, applied: { _ in .unknown }, gone: { _ in .busy() }))
    }
  }

  private struct PlacedOrder: Decodable {
    let order: String
  }

  private static func cart(in response: HTTPResponse, expected id: String) throws -> ServerCart {
    let cart = try response.json(CartDocument.self).cart()
    guard cart.id == id else { throw UnusableCart(reason: "another cart") }
    return cart
  }

  /// The cart in the body of a conflict; `nil` when it has none.
  private static func seenOthers(in response: HTTPResponse, expected id: String) -> Outcome? {
    do { return .seenOthers(try cart(in: response, expected: id)) } catch { return nil }
  }
}
