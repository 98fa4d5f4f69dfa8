import Foundation
import HTTPTypes
import Hummingbird

extension Routes {
  /// The addresses of the one user that there is; each change is answered with all of them.
  func addAddresses(to router: Router<ServerContext>) {
    let group = router.group("v1/addresses").add(middleware: KeyMiddleware()).add(
      middleware: FaultMiddleware(faults: faults) { request in
        request.idempotencyKey.map(addresses.hasAnswered) ?? false
      })
    group.get { request, _ in
      try await answer(AddressRequest(request)).unlessKnown(to: request)
    }
    group.post { request, context in try await change(request, context) }
    group.patch(":id") { request, context in try await change(request, context) }
    group.delete(":id") { request, context in try await change(request, context) }
    group.put("defaults/:city") { request, context in try await change(request, context) }
    // What a test turns and looks at.
    router.get("admin/addresses") { _, _ in try Response(200, ["changes": addresses.made]) }
    router.put("admin/addresses") { request, context in
      let rules = try await request.decode(as: AddressRules.self, context: context)
      return try Response(200, ["revision": await addresses.set(rules)])
    }
  }

  private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    var change = AddressRequest(request)
    change?.key = request.idempotencyKey ?? ""
    change?.body = Data(body.readableBytesView)
    return try await answer(change)
  }

  private func answer(_ request: AddressRequest?) async throws -> Response {
    guard let request, let answer = try await addresses.answer(request) else {
      return try Response(400, Problem(reason: "addresses are asked for in a city"))
    }
    return Response(answer.status, json: answer.body, tag: answer.tag)
  }
}

extension AddressRequest {
  /// Takes a request from the wire; `nil` when it names no city.
  fileprivate init?(_ request: Request) {
    guard let country = request.headers.value(of: "country-code"),
      let city = request.headers.value(of: "city-id").flatMap({ Int($0) }),
      let language = request.headers[.acceptLanguage]
    else { return nil }
    self.init(
      method: request.method.rawValue, path: request.uri.path, country: country, city: city,
      language: language)
  }
}
