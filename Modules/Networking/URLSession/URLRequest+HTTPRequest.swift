import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Creates the platform's request for the server at an address.
  init(_ request: HTTPRequest, to server: URL) {
    self.init(url: server.appending(request))
    httpMethod = request.method.name
    httpBody = request.method.body?.bytes
    for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
  }
}

extension URL {
  fileprivate func appending(_ request: HTTPRequest) -> URL {
    let items = request.query.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    let url = appending(path: request.path)
    guard !items.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    parts.queryItems = items
    // The platform does not escape a plus sign, which servers decode as a space in form-encoded
    // queries.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return parts.url ?? url
  }
}
