import Foundation
import Hummingbird

extension Routes {
  /// Adds the routes of the menu and the unavailable items; a header of the request names the city.
  func addMenu(to group: RouterGroup<ServerContext>) {
    group.get { request, _ in
      let language = request.headers[.acceptLanguage] ?? ""
      let fulfilment = request.uri.queryParameters["fulfilment"].map(String.init) ?? "delivery"
      return try await answer(to: request) { city in
        try await store.menu(of: city, in: language, for: fulfilment)
      }
    }
    group.get("stops") { request, _ in
      try await answer(to: request) { city in try await store.stops(of: city) }
    }
  }

  private func answer(
    to request: Request, _ document: (Int) async throws -> ServerStore.Document?
  ) async throws -> Response {
    guard let city = request.headers.value(of: "city-id").flatMap({ Int($0) }) else {
      return try Response(400, Problem("noCity", "City-Id names no city"))
    }
    guard let document = try await document(city) else {
      return try Response(404, Problem("unknownCity", "there is no such city"))
    }
    return Response(200, json: Data(document.body.utf8), tag: document.tag)
      .unlessKnown(to: request)
  }

  /// Adds the routes by which tests change a menu and the unavailable items.
  func addMenuSwitches(to router: Router<ServerContext>) {
    router.patch("admin/cities/:id/menu") { request, context in
      let body = try await request.body.collect(upTo: context.maxUploadSize)
      guard let patch = MenuPatch(Data(body.readableBytesView)) else {
        return try Response(400, Problem("badRequest", "no rows by table and id"))
      }
      return try await revised(context) { city in try await store.change(menuOf: city, patch) }
    }
    router.put("admin/cities/:id/stops") { request, context in
      let list = try await request.decode(as: [String: [Stop]].self, context: context)
      guard let stops = list["stops"], list.count == 1 else {
        return try Response(400, Problem("badRequest", "no stops"))
      }
      return try await revised(context) { city in try await store.set(stops, of: city) }
    }
  }

  private func revised(
    _ context: ServerContext, _ change: (Int) async throws -> Int?
  ) async throws -> Response {
    guard let city = context.parameters.get("id", as: Int.self),
      let revision = try await change(city)
    else { return try Response(404, Problem("unknownCity", "there is no such city")) }
    return try Response(200, ["revision": revision])
  }
}
