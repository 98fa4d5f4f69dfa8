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
      return try Response(error.status.code, Problem(reason: "\(error)"))
    } catch {
      context.logger.error("\(request.method) \(request.uri): \(error)")
      return try Response(500, Problem(reason: "\(error)"))
    }
  }
}
