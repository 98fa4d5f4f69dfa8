import Foundation
import Hummingbird

/// The server's routes; `openapi.yaml` describes the same.
struct Routes: Sendable {
  let store: ServerStore
  let faults: FaultSwitch
  let world: WorldLog

  func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: ErrorAnswers())
    let version = router.group("v1")
    // The log is for tests and never subject to faults.
    version.get("applied") { _, _ in
      try Response(200, ["applied": await store.applied()])
    }
    // The key middleware comes first: a key is in use while its request is delayed.
    addLines(
      to: version.group("lines").add(middleware: KeyMiddleware()).add(
        middleware: FaultMiddleware(faults: faults) { request in
          guard let key = request.idempotencyKey else { return false }
          return try await store.hasAnswered(key)
        }))
    addWorld(to: version)
    addWorldSwitches(to: router)
    addSwitches(to: router)
    return router
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
  }
}
