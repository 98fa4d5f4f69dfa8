import HTTPTypes
import Hummingbird

/// Requires an `Idempotency-Key` for each change and rejects a key in use with 409.
///
/// The header follows draft-ietf-httpapi-idempotency-key-header.
struct KeyMiddleware: RouterMiddleware {
  let keys = KeysInUse()

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    guard request.method != .get else { return try await next(request, context) }
    guard let key = request.idempotencyKey else {
      return Response(
        400, "keyMissing", "a change needs an Idempotency-Key, in quotation marks")
    }
    if let response = try await keys.with(key, { try await next(request, context) }) {
      return response
    }
    var response = Response(409, "keyInUse", "the key is in use")
    response.headers[.retryAfter] = "1"
    return response
  }
}

extension Request {
  /// The idempotency key: an RFC 8941 string without its quotation marks.
  var idempotencyKey: String? {
    guard let text = headers.value(of: "idempotency-key"), text.count > 2, text.first == "\"",
      text.last == "\""
    else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
