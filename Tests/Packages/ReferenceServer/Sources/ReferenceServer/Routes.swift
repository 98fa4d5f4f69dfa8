import Foundation
import Hummingbird

/// The server's routes; `openapi.yaml` describes the same.
struct Routes: Sendable {
  let faults: FaultSwitch
  let world: WorldLog

  func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: ErrorAnswers())
    addWorld(to: router.group("v1"))
    addWorldSwitches(to: router)
    router.put("faults") { request, context in
      let mode = try await request.decode(as: FaultSwitch.Mode.self, context: context)
      guard faults.set(mode) else {
        return Response(400, "badRequest", "no such faults, or not so likely")
      }
      return Response(status: .noContent)
    }
    return router
  }
}
