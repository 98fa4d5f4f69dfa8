import Commerce
import Foundation
import HTTPTypes
import Hummingbird
import Networking

extension AppRequest {
  /// Creates a request without body.
  init(_ request: Request) {
    self.init(
      method: request.method.rawValue, path: request.uri.path, query: request.query,
      country: request.headers.value(of: "country-code") ?? "ZZ",
      city: request.headers.value(of: "city-id").flatMap { Int($0) }.map(CityID.init(rawValue:)),
      language: request.headers[.acceptLanguage] ?? "en",
      token: request.headers[.authorization].map { header in
        header.hasPrefix("Bearer ") ? String(header.dropFirst(7)) : ""
      })
  }

  /// Creates a change with its body, which is at most `size` bytes.
  init(changing request: Request, upTo size: Int) async throws {
    let body = try await request.body.collect(upTo: size)
    self.init(request)
    key = request.idempotencyKey ?? ""
    type = request.headers[.contentType]
    self.body = Data(body.readableBytesView)
  }
}

extension Request {
  /// The query, with the first value of each name.
  var query: [String: String] {
    Dictionary(uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in first }
  }
}
