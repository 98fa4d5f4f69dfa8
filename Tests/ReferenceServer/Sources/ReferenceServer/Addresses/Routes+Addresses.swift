import Foundation
import HTTPTypes
import Hummingbird

extension Routes {
  /// Adds the routes of the single user's addresses; each change returns the whole list.
  func addAddresses(to router: Router<ServerContext>) {
    let group = router.group("v1/addresses").add(middleware: KeyMiddleware()).add(
      middleware: FaultMiddleware(faults: faults) { request in
        request.idempotencyKey.map(addresses.hasAnswered) ?? false
      })
    group.get { request, _ in
      try await answer(AppRequest(request)).unlessKnown(to: request)
    }
    group.post { request, context in try await change(request, context) }
    group.patch(":id") { request, context in try await change(request, context) }
    group.delete(":id") { request, context in try await change(request, context) }
    group.put("defaults/:city") { request, context in try await change(request, context) }
    // Switches and logs for tests.
    router.get("admin/addresses") { _, _ in try Response(200, ["changes": addresses.made]) }
    router.put("admin/addresses") { request, context in
      let rules = try await request.decode(as: AddressRules.self, context: context)
      return try Response(200, ["revision": await addresses.set(rules)])
    }
  }

  private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
    try await answer(AppRequest(changing: request, upTo: context.maxUploadSize))
  }

  private func answer(_ request: AppRequest?) async throws -> Response {
    guard let request, let answer = try await addresses.answer(request) else {
      return try Response(400, Problem("noCity", "addresses are asked for in a city"))
    }
    return Response(answer)
  }
}
