import Foundation
import Sandbox
import ServerProcess
import Testing

/// The cart over real HTTP, with random kills of the app and the server.
@Suite("A cart and its server")
struct CartAppTests {
  private static let kills = killCount("CART_KILLS")

  private struct Figures {
    var kills = 0
    var restarts = 0
    var additions = 0
    var taps = 0
    var carts = 0
  }

  @Test
  func
    `No change is lost, doubled or added up wrongly, while apps and server are killed and requests fail`()
    async throws
  {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await server.goWrong(seed: 1)
      var figures = Figures()
      while figures.kills < Self.kills {
        try await fill(isOrdered: true, server, folder, &figures)
      }
      try await fill(isOrdered: false, server, folder, &figures)
      let orders = try await server.orders()
      #expect(orders.count == figures.carts - 1)
      try await server.expectNoSignOut()
      print(
        "end to end: \(figures.taps) taps taken in \(figures.carts) carts,",
        "\(figures.additions) by another device, \(figures.kills) kills of the app and",
        "\(figures.restarts) of the server")
      try await server.stop()
    }
  }

  /// Fills a cart with 200 taps, restarting the app as often as necessary.
  private func fill(
    isOrdered: Bool, _ server: Backend, _ folder: URL, _ figures: inout Figures
  ) async throws {
    let last = (figures.carts + 1) * 200
    var meal = Meal(from: last - 199)
    while !meal.isDone {
      let app = try ChildProcess(
        app: "CartApp", server: server.url, state: folder.appending(path: "app"), first: meal.next,
        last: last, isOrdered ? ["--order"] : [])
      if figures.kills < Self.kills {
        try await live(app, &meal)
        try await disturb(server, &meal, &figures)
        app.kill()
      }
      for line in try await app.lines() { try meal.hear(line) }
      if meal.isDone { break }
      meal.endLife()
      figures.kills += 1
    }
    try await check(meal, isOrdered: isOrdered, server)
    figures.carts += 1
    figures.taps += meal.count
  }

  /// Lets the app run for a random number of lines or a random time.
  private func live(_ app: ChildProcess, _ meal: inout Meal) async throws {
    guard Bool.random() else {
      return try await Task.sleep(for: .milliseconds(Int.random(in: 30...400)))
    }
    for _ in 0..<Int.random(in: 1...20) {
      guard let line = try await app.line() else { return }
      try meal.hear(line)
    }
  }

  /// Restarts the server or adds to the cart from another device, at random.
  private func disturb(
    _ server: Backend, _ meal: inout Meal, _ figures: inout Figures
  ) async throws {
    if Int.random(in: 0..<4) == 0 {
      try await server.restart()
      try await server.goWrong(seed: UInt64(figures.kills))
      figures.restarts += 1
    }
    if let cart = meal.cart, try await server.otherDevice.add(to: cart) {
      meal.elsewhere[OtherDevice.cheese, default: 0] += 1
      figures.additions += 1
    }
    if Int.random(in: 0..<4) == 0 {
      try await server.put("admin/prices", "{\"cheese\": \(35_000 + figures.kills * 100)}")
    }
  }

  private func check(_ meal: Meal, isOrdered: Bool, _ server: Backend) async throws {
    let page = try #require(meal.page)
    let orders = try await server.orders().filter { $0.cart.id == page.cart }
    #expect(orders.count == (isOrdered ? 1 : 0))
    let open = try await server.otherDevice.cart(page.cart)
    let cart = try #require(isOrdered ? orders.first?.cart : open)
    #expect(page.lines == cart.pizzas, "the screen shows something else")
    #expect(page.due == cart.totals.due && page.finals + page.fees == page.due)
    #expect(cart.addsUp)
    for cheese in 0..<20 {
      let (present, wished) = (cart.pizzas["\(cheese)"] ?? 0, meal.quantities(of: cheese))
      #expect(wished.contains(present), "with \(cheese) × cheese")
    }
  }
}
