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
    if case .gone(let response) = answer {
      // The server learns of a cart by its first change.
      return response.status == 410 ? .closed : .answer(.value(nil))
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
    case .conflict(let response):
      if case .order = change.wish { return .other(.rejected(Self.reason(in: response))) }
      do { return .seenOthers(try Self.cart(in: response, expected: change.cart)) } catch {
        return .other(.busy())
      }
    case .gone: return .closed
    case .rejected(let response): return .other(.rejected(Self.reason(in: response)))
    case .notModified, .unauthorised, .tryLater, .notSent, .outcomeUnknown, .unusable:
      return .other(
        Delivery(answer, applied: { _ in .unknown }, gone: { _ in .rejected("gone") }))
    }
  }

  private struct PlacedOrder: Decodable {
    let order: String
  }

  private struct Refusal: Decodable {
    let reason: String
  }

  private static func cart(in response: HTTPResponse, expected id: String) throws -> ServerCart {
    let cart = try response.json(CartDocument.self).cart()
    guard cart.id == id else { throw UnusableCart(reason: "another cart") }
    return cart
  }

  /// What the server says to the user, else the status.
  private static func reason(in response: HTTPResponse) -> String {
    do { return String(try response.json(Refusal.self).reason.prefix(300)) } catch {
      return "HTTP \(response.status)"
    }
  }
}
