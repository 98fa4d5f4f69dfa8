import Foundation
import HTTPTypes
import Hummingbird

extension AppRequest {
  /// Takes what is read from the wire; `nil` when it names no city.
  init?(_ request: Request) {
    guard let country = request.headers.value(of: "country-code"),
      let city = request.headers.value(of: "city-id").flatMap({ Int($0) }),
      let language = request.headers[.acceptLanguage]
    else { return nil }
    self.init(
      method: request.method.rawValue, path: request.uri.path, country: country, city: city,
      language: language)
  }

  /// Takes a change from the wire with its body, of so many bytes at most; `nil` when it names no city.
  init?(changing request: Request, upTo size: Int) async throws {
    let body = try await request.body.collect(upTo: size)
    self.init(request)
    key = request.idempotencyKey ?? ""
    type = request.headers[.contentType]
    self.body = Data(body.readableBytesView)
  }
}
