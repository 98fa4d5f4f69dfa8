import HTTPTypes
import Hummingbird

/// Applies faults to requests, from the header `Sandbox-Fault` or else from the switch.
struct FaultMiddleware: RouterMiddleware {
  let faults: FaultSwitch
  /// Returns whether a change already has a response.
  ///
  /// The faults 409, 412, and 422 are then skipped, because a server does not reject a known key.
  let isAnswered: @Sendable (Request) async throws -> Bool

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let asked = request.headers.value(of: "sandbox-fault")
    guard let active = asked.map({ Fault.list($0) }) ?? faults.next() else {
      return Response(400, "badRequest", "no such fault: \(asked ?? "")")
    }
    for fault in active {
      switch fault {
      case .delay(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
      case .dropBeforeApply: return await context.drop()
      case .status(let status, let retryAfter):
        if [409, 412, 422].contains(status), try await isAnswered(request) { continue }
        var response = Response(status, status == 401 ? "signedOut" : "asked", "asked to fail")
        response.headers[.retryAfter] = retryAfter.map { "\($0)" }
        return response
      case .dropAfterApply, .garbage, .truncated: break
      }
    }
    var response = try await next(request, context)
    for fault in active {
      switch fault {
      case .dropAfterApply: return await context.drop()
      case .garbage: response.body = try await response.body.spoilt()
      case .truncated: response.body = try await response.body.truncated()
      case .delay, .dropBeforeApply, .status: break
      }
    }
    return response
  }
}
