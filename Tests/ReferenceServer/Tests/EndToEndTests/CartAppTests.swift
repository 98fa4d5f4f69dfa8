import CartServerModel
import Foundation
import ServerProcess
import Testing

/// The cart over real HTTP, with both processes killed at any moment.
@Suite("A cart and its server")
struct CartAppTests {
  @Test("Nothing is lost, doubled or added up wrongly, whoever is killed and whatever goes wrong")
  func kills() async throws {
    let enough = ProcessInfo.processInfo.environment["CART_KILLS"].flatMap { Int($0) } ?? 50
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      let other = OtherDevice(server.url)
      try await server.goWrong(seed: 1)
      var (kills, restarts, meals, taps, additions) = (0, 0, 0, 0, 0)
      while true {
        // The last cart is filled in peace and not ordered.
        let isLast = kills >= enough
        let first = meals * 200 + 1
        var meal = Meal(from: first)
        while !meal.isDone {
          let app = try AppProcess(
            "CartApp", server: server.url, state: folder.appending(path: "app"),
            first: meal.next, last: first + 199, isLast ? [] : ["--order"])
          if kills < enough {
            try await live(app, &meal)
            if Int.random(in: 0..<4) == 0 {
              try await server.restart()
              try await server.goWrong(seed: UInt64(kills))
              restarts += 1
            }
            if let cart = meal.cart, try await other.add(to: cart) {
              meal.elsewhere[OtherDevice.cheese, default: 0] += 1
              additions += 1
            }
            if Int.random(in: 0..<4) == 0 {
              try await server.put("admin/prices", "{\"cheese\": \(35_000 + kills * 100)}")
            }
            app.end()
          }
          for line in try await app.output() { try meal.hear(line) }
          guard !meal.isDone else { break }
          meal.endLife()
          kills += 1
        }
        try await check(meal, isOrdered: !isLast, server, other)
        (meals, taps) = (meals + 1, taps + meal.count)
        if isLast { break }
      }
      let orders = try await server.orders()
      #expect(orders.count == meals - 1)
      print(
        "end to end: \(taps) taps taken in \(meals) carts, \(additions) by another device,",
        "\(kills) kills of the app and \(restarts) of the server")
      try await server.stop()
    }
  }

  /// Lets an app live for a while: until it has said so much, or for so long.
  private func live(_ app: AppProcess, _ meal: inout Meal) async throws {
    if Bool.random() {
      for _ in 0..<Int.random(in: 1...20) {
        guard let line = try await app.line() else { return }
        try meal.hear(line)
      }
    } else {
      try await Task.sleep(for: .milliseconds(Int.random(in: 30...400)))
    }
  }

  private func check(
    _ meal: Meal, isOrdered: Bool, _ server: Backend, _ other: OtherDevice
  ) async throws {
    let page = try #require(meal.page)
    let orders = try await server.orders().filter { $0.cart.id == page.cart }
    #expect(orders.count == (isOrdered ? 1 : 0))
    let open = try await other.cart(page.cart)
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
