import Commerce
import Foundation
import HTTPTypes
import Hummingbird
import Networking
import Sandbox

extension Routes {
  /// Adds the routes of all features; the world answers them.
  func addWorld(to version: RouterGroup<ServerContext>) {
    // The key middleware comes first: a key is in use while its request is delayed.
    let group = version.group().add(middleware: KeyMiddleware()).add(
      middleware: FaultMiddleware(faults: faults) { request in
        var change = AppRequest(request)
        change.key = request.idempotencyKey
        return world.hasAnswered(change)
      })
    for path in ["cities", "cities/:id"] {
      group.get(RouterPath(path)) { request, _ in
        try await answer(AppRequest(request)).unlessKnown(to: request)
      }
    }
    for path in [
      "menu", "menu/stops", "carts/:id", "addresses", "orders", "orders/:id",
      "orders/:id/rating-form", "review-photos/:id", "favorites", "profile",
    ] {
      group.get(RouterPath(path)) { request, _ in
        try await answer(inCity: AppRequest(request)).unlessKnown(to: request)
      }
    }
    for path in [
      "carts/:id/lines", "carts/:id/promos", "carts/:id/fulfilment", "addresses/defaults/:city",
      "orders/:id/review", "review-photos/:id", "favorites/:product",
    ] {
      group.put(RouterPath(path)) { request, _ in try await change(request) }
    }
    group.post("carts/:id/order") { request, _ in try await change(request) }
    group.post("orders/:id/cancel") { request, _ in try await change(request) }
    addOrderEvents(to: version)
    group.post("addresses") { request, _ in try await change(request) }
    group.patch("addresses/:id") { request, _ in try await change(request) }
    group.delete("addresses/:id") { request, _ in try await change(request) }
    group.patch("profile") { request, _ in try await change(request) }
    for path in ["auth/codes", "auth/sessions", "auth/refresh", "auth/sign-out"] {
      group.post(RouterPath(path)) { request, context in
        try await answer(AppRequest(changing: request, upTo: context.maxUploadSize))
      }
    }
    group.delete("auth/account") { request, context in
      try await answer(AppRequest(changing: request, upTo: context.maxUploadSize))
    }
  }

  private func change(_ request: Request) async throws -> Response {
    // The model rejects photos over the limit; bodies over twice the limit are not read.
    try await answer(inCity: AppRequest(changing: request, upTo: 2 * FormRules().photoSize))
  }

  private func answer(inCity request: AppRequest) async throws -> Response {
    guard request.city != nil else {
      return Response(400, "badRequest", "a request names its city")
    }
    return try await answer(request)
  }

  private func answer(_ request: AppRequest) async throws -> Response {
    guard let answer = try await world.answer(request) else {
      return Response(400, "badRequest", "a change has a key, and a country a code")
    }
    return Response(answer)
  }

  /// Adds the switches and logs for tests.
  func addWorldSwitches(to router: Router<ServerContext>) {
    let admin = router.group("admin")
    admin.put("cities/:id") { request, context in
      let wanted = try await request.decode(
        as: [String: CityServerModel.CityState].self, context: context)
      return try await revised(context) { city in
        guard let state = wanted["state"] else { return nil }
        return try await world.apply(.city(city.rawValue, state)) { $0.cities.revision }
      }
    }
    admin.patch("cities/:id/menu") { request, context in
      let body = try await request.body.collect(upTo: context.maxUploadSize)
      guard let patch = MenuPatch(Data(body.readableBytesView)) else {
        return Response(400, "badRequest", "no rows by table and id")
      }
      return try await revised(context) { city in
        try await world.apply(.menu(city, patch)) { $0.menus.revisions(of: city).menu }
      }
    }
    admin.put("cities/:id/stops") { request, context in
      let list = try await request.decode(
        as: [String: [MenuServerModel.Stop]].self, context: context)
      guard let stops = list["stops"], list.count == 1 else {
        return Response(400, "badRequest", "no stops")
      }
      return try await revised(context) { city in
        try await world.apply(.stops(city, stops)) { $0.menus.revisions(of: city).stops }
      }
    }
    admin.put("prices") { request, context in
      let prices = try await request.decode(as: [String: Int64?].self, context: context)
      guard prices.values.allSatisfy({ (0...1_000_000_000).contains($0 ?? 0) }) else {
        return Response(400, "badRequest", "a price is no such amount")
      }
      return try Response(
        200, ["revision": await world.apply(.prices(prices)) { $0.carts.revision }])
    }
    admin.get("orders") { _, _ in
      try Response(200, ["orders": world.look { $0.carts.placed }])
    }
    admin.put("addresses") { request, context in
      let rules = try await request.decode(as: AddressRestrictions.self, context: context)
      try await world.apply(.restrictions(rules)) { _ in }
      return Response(status: .noContent)
    }
    admin.put("orders/:id") { request, context in
      let order = try await request.decode(as: ReviewServerModel.Order.self, context: context)
      try await world.apply(.order(context.parameters.get("id") ?? "", order)) { _ in }
      return Response(status: .noContent)
    }
    admin.put("orders/:id/step") { request, context in
      let wanted = try await request.decode(as: [String: OrderStep].self, context: context)
      guard let step = wanted["step"] else { throw HTTPError(.badRequest) }
      let id = context.parameters.get("id") ?? ""
      try await world.apply(.orderStep(id, step, at: WorldLog.now)) { _ in }
      return Response(status: .noContent)
    }
    admin.get("favorites") { _, _ in try Response(200, ["applied": world.appliedFavorites]) }
    admin.put("accounts/:id") { request, context in
      let wanted = try await request.decode(as: [String: SessionEnding].self, context: context)
      let id = context.parameters.get("id") ?? ""
      guard let ending = wanted["sessions"], world.look({ $0.accounts.accounts[id] != nil }) else {
        return Response(404, "unknownAccount", "there is no such account")
      }
      try await world.apply(.sessions(id, ending)) { _ in }
      return Response(status: .noContent)
    }
    admin.get("accounts") { _, _ in
      try Response(200, world.look { AccountFigures($0.accounts) })
    }
    admin.get("codes/:phone") { _, context in
      let phone = context.parameters.get("phone") ?? ""
      guard let code = world.look({ $0.accounts.code(for: phone) }) else {
        return Response(404, "noCode", "no code was sent to this number")
      }
      return try Response(200, ["code": code])
    }
  }

  /// Answers with the revision that results from a change of a city, or with 404 for an unknown city.
  private func revised(
    _ context: ServerContext, _ change: (CityID) async throws -> Int?
  ) async throws -> Response {
    guard let city = context.parameters.get("id", as: Int.self),
      world.look({ $0.cities.isKnown(city) }),
      let revision = try await change(CityID(rawValue: city))
    else { return Response(404, "unknownCity", "there is no such city") }
    return try Response(200, ["revision": revision])
  }
}

/// The accounts and the ends of their sessions, for a test's comparison.
private struct AccountFigures: Encodable, Sendable {
  /// The names in the profiles, by account.
  let names: [String: String]
  /// The number of renewals that issued new tokens.
  let renewals: Int
  /// The codes of the problems that have ended sessions.
  let endings: [String]

  init(_ model: AccountServerModel) {
    names = model.accounts.mapValues(\.profile.name)
    renewals = model.renewals
    endings = model.endings
  }
}
