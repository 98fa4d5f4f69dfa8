import Hummingbird
import Logging

/// Converts every error into a ``Problem`` and logs the server's own errors.
struct ErrorAnswers: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      // An unknown path is not a statement about a resource, so it gets no problem body.
      guard error.status != .notFound else { return Response(status: .notFound) }
      return try Response(error.status.code, Problem("badRequest", "\(error)"))
    } catch {
      context.logger.error("\(request.method) \(request.uri): \(error)")
      return try Response(500, Problem("failure", "\(error)"))
    }
  }
}
