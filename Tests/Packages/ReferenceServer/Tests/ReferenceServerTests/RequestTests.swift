import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Profile
import Sandbox
import SandboxApp
import Storage
import Sync
import Testing

@Suite("The modules ask as openapi.yaml says")
struct RequestTests {
  @Test func `Every request of every module is as described, and every operation is seen`()
    async throws
  {
    let document = try OpenAPIDocument.ofReferenceServer()
    var requests = try await requestsOfAnEvening()
    requests += try await requestsOfALostPhoto()
    let verdicts = requests.map { document.check(RecordedRequest($0)) }
    #expect(Set(verdicts.flatMap(\.flaws)).sorted() == [])
    // The rest is for tests and for an outside team; the app reads the events over its own connection.
    let own = document.operations.filter { operation in
      operation.contains(" /v1/") && !operation.contains("/v1/favorites")
        && !operation.contains("/v1/order-events")
    }
    #expect(own.subtracting(verdicts.compactMap(\.described)).sorted() == [])
  }

  /// Uses each feature of an app once, as a guest and as two people, and returns the requests.
  private func requestsOfAnEvening() async throws -> [HTTPRequest] {
    var world = try SandboxWorld()
    world.requiresSignIn = true
    let server = SandboxServer(world)
    let environment = FeatureEnvironment(transport: server)
    let app = try FoodApp(
      in: environment, secrets: FileSecrets(in: environment.directory), language: .english,
      cities: BundledCities(contentsOf: try CityServerModel.bundledList()))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await app.run() }
      defer { group.cancelAll() }
      _ = await app.cities.loadList()
      try await app.cities.refreshList()
      let city = try await app.choose(1_526_384)
      let now = app.environment.now()
      let menu = try await app.menu.first { $0.orderable(at: now) }
      try await app.menu.refresh()
      let phone = try #require(PhoneNumber(rawValue: "+77710009998"))
      try await app.session.requestCode(for: phone)
      let code = try #require(server.model.accounts.code(for: phone.rawValue))
      try await app.signIn(withCode: code)
      var user = try await app.first { $0.user?.account == nil ? nil : $0.user }
      try await user.profile.refresh()
      try await user.profile.apply(.name("Ada"))
      _ = try await user.profile.first { $0.pending.isEmpty ? true : nil }

      var ids: [SavedAddress.ID] = []
      for (street, house) in [("Абая", "10"), ("Достык", "5")] {
        let address = Address(
          city: city.id, template: city.addressTemplate, label: street,
          fields: [AddressField(.street, street), AddressField(.house, house)])
        ids.append(try await user.addresses.add(address))
      }
      let home = try await user.addresses.first { [ids] in
        $0.pending.isEmpty ? $0[ids[0]] : nil
      }
      try await user.addresses.makeDefault(ids[0])
      try await user.addresses.use(ids[0])
      try await user.addresses.remove(ids[1])
      _ = try await user.addresses.first { $0.pending.isEmpty ? true : nil }

      for _ in 1...2 {
        for item in [MenuItem.product("pizza-margherita"), .combo("combo-lunch")] {
          let selection = try #require(menu.selection(of: item))
          let ordered = try #require(menu.cartItem(selection, in: city.id))
          try await user.cart.add(ordered, count: 2)
        }
        try await user.cart.setPromo("TENTH", isWanted: true)
        try await user.setDelivery(to: home)
        try await user.cart.refresh()
        let due = try await user.cart.first { state in
          state.pending.isEmpty && state.totals?.isEstimate == false ? state.totals?.due : nil
        }
        try await user.placeOrder(for: due)
        _ = try await user.cart.first { $0.lines.isEmpty && $0.pending.isEmpty ? true : nil }
      }
      let orders = try await user.orders.first { state in
        state.active.count == 2 && state.active.allSatisfy { $0.revision > 0 } ? state.active : nil
      }
      _ = try await user.orders.order(orders[0].id)
      try await user.orders.cancel(orders[0].id)
      server.change { $0.finishOrder(orders[1].id) }
      try await user.orders.refresh()
      let finished = try await user.orders.first { state in
        state.finished.first { $0.status == .fulfilled }
      }
      let page = try await user.orders.history(after: nil)
      _ = try await user.orders.history(after: page.next)
      let rated = RatableOrder(finished)
      let draft = try await user.reviews.draft(for: rated)
      try await user.reviews.edit(rated.id) { draft throws(ReviewError) in
        for subject in draft.form.subjects { try draft.setStars(5, of: subject.id) }
      }
      try await user.reviews.attach(.photo, to: draft.id)
      try await user.reviews.submit(rated.id)
      _ = try await user.reviews.first { $0.pending.isEmpty ? true : nil }

      server.change { $0.accounts.expireAccessTokens() }
      try await user.orders.refresh()
      try await app.signOut(keepingData: false)
      while !server.requests.contains(where: { $0.path == "/v1/auth/sign-out" }) {
        await Task.yield()
      }
      try await app.signIn(with: ProviderToken(provider: "sandbox", token: "ann"))
      user = try await app.first { $0.user?.account == nil ? nil : $0.user }
      try await app.deleteAccount()
    }
    return server.requests
  }

  /// Loses a photo before it is sent, so that the app asks whether the service has it.
  private func requestsOfALostPhoto() async throws -> [HTTPRequest] {
    var model = ReviewServerModel(now: 0)
    model.orders["a"] = .init(fulfilment: "delivery", lines: ["1"], closesAt: 60)
    let server = SandboxServer(model)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let order = RatableOrder(
      "a", .delivery, lines: [.init("1", name: "Pizza")], finishedAt: .distantPast)
    let city = SettledCity(.demo("KZ", 1_526_384))
    do {
      let directory = StorageDirectory(folder)
      defer { directory.close() }
      let environment = FeatureEnvironment(
        transport: server, directory: directory, city: city)
      let reviews = environment.makeOrderReviews()
      _ = try await reviews.draft(for: order)
      try await reviews.edit("a") { draft throws(ReviewError) in
        for subject in draft.form.subjects { try draft.setStars(5, of: subject.id) }
      }
      try await reviews.attach(.photo, to: "a")
      try await reviews.submit("a")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.contains("photo") {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    let directory = StorageDirectory(folder)
    defer { directory.close() }
    let reviews = FeatureEnvironment(transport: server, directory: directory, city: city)
      .makeOrderReviews()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      while !server.requests.contains(where: { $0.path.contains("photos") }) { await Task.yield() }
      group.cancelAll()
    }
    // These orders have no account.
    return server.requests.filter { $0.path.contains("photos") }.map { request in
      var request = request
      request.authorization = AccessToken("token")
      return request
    }
  }
}

extension RecordedRequest {
  /// The request as the transport of `Networking` sends it.
  fileprivate init(_ request: HTTPRequest) {
    var headers: [String: String] = [:]
    var body: HTTPRequest.Body?
    let method: String
    switch request.method {
    case .get: method = "GET"
    case .post(let content): (method, body) = ("POST", content)
    case .put(let content): (method, body) = ("PUT", content)
    case .patch(let content): (method, body) = ("PATCH", content)
    case .delete: method = "DELETE"
    }
    headers["Content-Type"] = body?.kind.rawValue
    headers["If-None-Match"] = request.ifChangedSince?.rawValue
    headers["Idempotency-Key"] = request.idempotencyKey.map { "\"\($0.rawValue)\"" }
    headers["Authorization"] = request.authorization.map { "Bearer \($0.unredacted)" }
    if let context = request.context {
      headers["Country-Code"] = context.country
      headers["City-Id"] = "\(context.city)"
      headers["Accept-Language"] = context.language
    }
    self.init(
      method, request.path, query: request.query, headers: headers, body: body?.bytes ?? Data())
  }
}

extension Data {
  /// The smallest text that counts as a photo.
  fileprivate static let photo = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xD9])
}
