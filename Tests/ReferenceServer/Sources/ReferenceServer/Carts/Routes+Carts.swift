import Foundation
import HTTPTypes
import Hummingbird

extension Routes {
  /// Carts by the id that the app gave them; each change is answered with the whole cart.
  func addCarts(to group: RouterGroup<ServerContext>) {
    group.get(":id") { request, _ in
      try await answer(CartRequest(request)).unlessKnown(to: request)
    }
    for what in ["lines", "promos", "fulfilment"] {
      group.put(":id/\(what)") { request, context in try await change(request, context) }
    }
    group.post(":id/order") { request, context in try await change(request, context) }
  }

  /// What a test turns and looks at.
  func addCartSwitches(to router: Router<ServerContext>) {
    router.put("admin/prices") { request, context in
      let prices = try await request.decode(as: [String: Int64?].self, context: context)
      guard prices.values.allSatisfy({ (0...1_000_000_000).contains($0 ?? 0) }) else {
        return try Response(400, Problem(reason: "a price is no such amount"))
      }
      return try Response(200, ["revision": await carts.set(prices)])
    }
    router.get("admin/orders") { _, _ in try Response(200, ["orders": carts.orders]) }
  }

  private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    var change = CartRequest(request)
    change?.key = request.idempotencyKey ?? ""
    change?.body = Data(body.readableBytesView)
    return try await answer(change)
  }

  private func answer(_ request: CartRequest?) async throws -> Response {
    guard let request, let answer = try await carts.answer(request) else {
      return try Response(400, Problem(reason: "a cart is in a city, and its change has a key"))
    }
    guard !answer.body.isEmpty else {
      return Response(status: HTTPResponse.Status(code: answer.status))
    }
    return Response(answer.status, json: answer.body, tag: answer.tag)
  }
}

extension CartRequest {
  /// Takes a request from the wire; `nil` when it names no city.
  fileprivate init?(_ request: Request) {
    guard let country = request.headers.value(of: "country-code"),
      let city = request.headers.value(of: "city-id").flatMap({ Int($0) }),
      let language = request.headers[.acceptLanguage]
    else { return nil }
    self.init(path: request.uri.path, country: country, city: city, language: language)
  }
}
