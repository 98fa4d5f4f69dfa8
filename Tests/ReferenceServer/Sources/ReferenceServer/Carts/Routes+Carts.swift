import Foundation
import HTTPTypes
import Hummingbird

extension Routes {
  /// Adds the routes of carts, which are identified by the app's ID; each change returns the whole
  /// cart.
  func addCarts(to group: RouterGroup<ServerContext>) {
    group.get(":id") { request, _ in
      try await answer(AppRequest(request)).unlessKnown(to: request)
    }
    for what in ["lines", "promos", "fulfilment"] {
      group.put(":id/\(what)") { request, context in try await change(request, context) }
    }
    group.post(":id/order") { request, context in try await change(request, context) }
  }

  /// Adds the switches and logs for tests.
  func addCartSwitches(to router: Router<ServerContext>) {
    router.put("admin/prices") { request, context in
      let prices = try await request.decode(as: [String: Int64?].self, context: context)
      guard prices.values.allSatisfy({ (0...1_000_000_000).contains($0 ?? 0) }) else {
        return try Response(400, Problem("badRequest", "a price is no such amount"))
      }
      return try Response(200, ["revision": await carts.set(prices)])
    }
    router.get("admin/orders") { _, _ in try Response(200, ["orders": carts.orders]) }
  }

  private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
    try await answer(AppRequest(changing: request, upTo: context.maxUploadSize))
  }

  private func answer(_ request: AppRequest?) async throws -> Response {
    guard let request, let answer = try await carts.answer(request) else {
      return try Response(
        400, Problem("badRequest", "a cart is in a city, and its change has a key"))
    }
    return Response(answer)
  }
}
