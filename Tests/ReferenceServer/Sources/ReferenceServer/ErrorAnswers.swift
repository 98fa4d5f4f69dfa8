import Hummingbird
import Logging

/// Makes every error a ``Problem``, and says on standard error which were the server's own.
struct ErrorAnswers: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      // A path that leads to nothing says nothing of what the app asks for, and so is no problem.
      guard error.status != .notFound else { return Response(status: .notFound) }
      return try Response(error.status.code, Problem("badRequest", "\(error)"))
    } catch {
      context.logger.error("\(request.method) \(request.uri): \(error)")
      return try Response(500, Problem("failure", "\(error)"))
    }
  }
}
