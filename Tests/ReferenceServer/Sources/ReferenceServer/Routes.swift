import Foundation
import Hummingbird

/// The server's routes; `openapi.yaml` describes the same.
struct Routes: Sendable {
  let store: ServerStore
  let faults: FaultSwitch
  let carts: CartLog
  let addresses: AddressLog
  let reviews: ReviewLog

  func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: ErrorAnswers())
    let version = router.group("v1")
    // The log is for tests and never subject to faults.
    version.get("applied") { _, _ in
      try Response(200, ["applied": await store.applied()])
    }
    addCities(to: version.group("cities").add(middleware: FaultMiddleware(faults: faults)))
    addMenu(to: version.group("menu").add(middleware: FaultMiddleware(faults: faults)))
    addMenuSwitches(to: router)
    // The key middleware comes first: a key is in use while its request is delayed.
    addLines(
      to: version.group("lines").add(middleware: KeyMiddleware()).add(
        middleware: FaultMiddleware(faults: faults) { request in
          guard let key = request.idempotencyKey else { return false }
          return try await store.hasAnswered(key)
        }))
    addCarts(
      to: version.group("carts").add(middleware: KeyMiddleware()).add(
        middleware: FaultMiddleware(faults: faults) { request in
          request.idempotencyKey.map(carts.hasAnswered) ?? false
        }))
    addReviews(to: version)
    addSwitches(to: router)
    addCartSwitches(to: router)
    addAddresses(to: router)
    addReviewSwitches(to: router)
    return router
  }

  private func addCities(to group: RouterGroup<ServerContext>) {
    group.get { request, _ in
      let list = try await store.list()
      return Response(200, json: Data(list.body.utf8), tag: list.tag).unlessKnown(to: request)
    }
    group.get(":id") { request, context in
      guard let id = context.parameters.get("id", as: Int.self) else {
        return try Response(404, Problem("unknownCity", "there is no such city"))
      }
      switch try await store.city(
        id, in: request.uri.queryParameters["language"].map(String.init) ?? "en")
      {
      case .details(let city):
        return Response(200, json: Data(city.body.utf8), tag: city.tag).unlessKnown(to: request)
      case .closed:
        var response = try Response(503, Problem("cityClosed", "closed for a while"))
        response.headers[.retryAfter] = "60"
        return response
      case .unknown: return try Response(404, Problem("unknownCity", "there is no such city"))
      }
    }
  }

  private func addLines(to group: RouterGroup<ServerContext>) {
    group.get { request, _ in
      let lines = try await store.lines()
      return try Response(200, lines, tag: "\(lines.version)").unlessKnown(to: request)
    }
    group.post { request, context in try await change(.create, request, context) }
    group.put(":id") { request, context in try await change(.replace, request, context) }
    group.delete(":id") { request, context in try await change(.remove, request, context) }
  }

  private func change(
    _ kind: LineChange.Kind, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    let answer = try await store.answer(
      LineChange(
        kind: kind, line: context.parameters.get("id") ?? "", body: Data(body.readableBytesView),
        key: request.idempotencyKey ?? "", expected: request.headers[.ifMatch]))
    return Response(answer.status, json: answer.body, tag: answer.version.map { "\($0)" })
  }

  private func addSwitches(to router: Router<ServerContext>) {
    router.put("faults") { request, context in
      let mode = try await request.decode(as: FaultSwitch.Mode.self, context: context)
      guard faults.set(mode) else {
        return try Response(400, Problem("badRequest", "no such faults, or not so likely"))
      }
      return Response(status: .noContent)
    }
    router.put("admin/cities/:id") { request, context in
      let wanted = try await request.decode(
        as: [String: ServerStore.CityState].self, context: context)
      guard let id = context.parameters.get("id", as: Int.self), let state = wanted["state"],
        let revision = try await store.set(state, of: id)
      else { return try Response(404, Problem("unknownCity", "there is no such city")) }
      return try Response(200, ["revision": revision])
    }
  }
}
