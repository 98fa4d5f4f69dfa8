extension HTTPRequest {
  /// The values of the headers with which the request is sent, by the header's name.
  var headers: [String: String] {
    var headers: [String: String] = [:]
    headers["Content-Type"] = method.body?.kind.rawValue
    headers["If-None-Match"] = ifChangedSince?.rawValue
    // The header's value is a quoted string (RFC 8941). No character of a key needs to be escaped.
    headers["Idempotency-Key"] = idempotencyKey.map { "\"\($0.rawValue)\"" }
    headers["Authorization"] = authorization.map { "Bearer \($0.unredacted)" }
    if let context {
      headers["Country-Code"] = context.country
      headers["City-Id"] = "\(context.city)"
      headers["Accept-Language"] = context.language
    }
    return headers
  }
}

extension HTTPRequest.Method {
  /// The method's name in the request line.
  var name: String {
    switch self {
    case .get: "GET"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    }
  }

  /// The body of the request, which is the method's associated value; `nil` for `get` and `delete`.
  var body: HTTPRequest.Body? {
    switch self {
    case .post(let body), .put(let body), .patch(let body): body
    case .get, .delete: nil
    }
  }
}
