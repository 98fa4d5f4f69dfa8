import Hummingbird
import Logging

/// Converts every error into a problem and logs the server's own errors.
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
      return Response(error.status.code, "badRequest", "\(error)")
    } catch {
      context.logger.error("\(request.method) \(request.uri): \(error)")
      return Response(500, "failure", "\(error)")
    }
  }
}
