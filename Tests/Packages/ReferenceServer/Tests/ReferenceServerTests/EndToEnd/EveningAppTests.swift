import Foundation
import Sandbox
import Testing

/// The whole app over real HTTP, with random kills of the app and the server.
@Suite("The whole app and its server")
struct EveningAppTests {
  private static let kills = killCount("EVENING_KILLS")

  @Test
  func
    `Each evening has one order, with its lines and to its address, whoever is killed and whatever fails`()
    async throws
  {
    try await withBackend { server, folder in
      try await server.goWrong(seed: 0)
      var (kills, next) = (0, 1)
      while kills < Self.kills {
        let app = try ChildProcess(
          app: "EveningApp", server: server.url, state: folder, first: next, last: .max)
        try await live(app, &next)
        try await server.restartAtTimes()
        app.kill()
        kills += 1
        for line in try await app.lines() { hear(line, &next) }
      }
      // The last evening ends without kills; a hand-over may need another start.
      let last = next
      while next == last {
        let app = try ChildProcess(
          app: "EveningApp", server: server.url, state: folder, first: last, last: last)
        for line in try await app.lines() { hear(line, &next) }
      }
      try await check(last, server)
      // Both people sign out; no session ends in another way.
      #expect(Set(try await server.sessions.endings).subtracting(["sessionEnded"]) == [])
      print(
        "end to end: \(last) evenings with the whole app and two people, \(kills) kills of the app",
        "and \(await server.restarts) of the server")
    }
  }

  /// Lets the app run for a random number of lines or a random time.
  private func live(_ app: ChildProcess, _ next: inout Int) async throws {
    guard Bool.random() else {
      return try await Task.sleep(for: .milliseconds(Int.random(in: 30...1_500)))
    }
    for _ in 0..<Int.random(in: 1...4) {
      guard let line = try await app.line() else { return }
      hear(line, &next)
    }
  }

  private func hear(_ line: String, _ next: inout Int) {
    let words = line.split(separator: " ")
    if words.first == "ORDERED", words.count == 3, let number = Int(words[1]) { next = number + 1 }
  }

  private func check(_ last: Int, _ server: Backend) async throws {
    let orders =
      try await server.client.get("/admin/orders")
      .json(as: [String: [CartServerModel.Order]].self)["orders"] ?? []
    #expect(orders.count == last, "an order is lost, or there twice")
    // Each evening has an address of its own, whose id belongs to one of the two people.
    var places: Set<String> = []
    for number in 1...last {
      let own = orders.filter { order in
        order.cart.lines.contains { $0.item.configuration.removed == ["evening-\(number)"] }
      }
      #expect(own.count == 1, "evening \(number) has \(own.count) orders")
      guard let cart = own.first?.cart else { continue }
      #expect(cart.lines.map(\.quantity) == [2], "evening \(number)")
      #expect(cart.addsUp)
      places.insert("\(number % 2) \(cart.fulfilment?.place ?? "")")
    }
    #expect(places.count == last, "an order is to the address of another evening")
  }
}

extension CartView {
  /// Whether the totals equal the sums of lines, discounts, and fees.
  fileprivate var addsUp: Bool {
    let finals = lines.reduce(0) { $0 + $1.final }
    let parts = lines.flatMap(\.discounts).reduce(0) { $0 + $1.amount }
    return finals + fees.reduce(0) { $0 + $1.amount } == totals.due
      && parts == totals.discount
      && totals.discounts.reduce(0) { $0 + $1.amount } == totals.discount
  }
}
