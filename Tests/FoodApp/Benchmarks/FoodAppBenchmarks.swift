import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import Networking
import Orders
import Profile
import Sandbox
import Storage
import Sync

/// Benchmark of the first complete screen of a launch, through the public contract.
///
///     FoodAppBenchmarks fill DIRECTORY      stores a language, a city, its menu, a cart and an active order
///     FoodAppBenchmarks launch DIRECTORY    ends as soon as a new process shows that data
///     FoodAppBenchmarks empty DIRECTORY     ends at once
@main
enum FoodAppBenchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(64) }
    let folder = URL(filePath: arguments[2])
    switch arguments[1] {
    case "fill": try await fill(folder)
    case "launch": try await launch(folder)
    case "empty": break
    default: exit(64)
    }
  }

  private static func app(_ folder: URL, _ transport: any Transport, _ gate: Gate) throws -> FoodApp
  {
    let environment = FeatureEnvironment(
      transport: transport, directory: StorageDirectory(folder), city: SettledCity(gate: gate))
    return try FoodApp(in: environment, secrets: FileSecrets(in: environment.directory))
  }

  private static func fill(_ folder: URL) async throws {
    let server = SandboxServer(try SandboxWorld(now: Int(Date.now.timeIntervalSince1970)))
    let gate = Gate()
    let app = try app(folder, server, gate)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await app.run() }
      let almaty: CityID = 1_526_384
      guard let phone = PhoneNumber(rawValue: "+77771234567") else { exit(70) }
      try await app.session.requestCode(for: phone)
      try await app.signIn(withCode: server.model.accounts.code(for: phone.rawValue) ?? "")
      try await app.choose(almaty)
      // Each launch selects the stored language before it shows the city.
      try await app.setLanguage("kk")
      let user = await first(app.states()) { $0.user }
      let menu = await first(app.menu.states(), \.menu)
      let pizzas = menu.products.values.filter { $0.id.rawValue.hasPrefix("pizza") }
      let items = pizzas.compactMap { pizza in
        pizza.variants.first.flatMap { menu.ordered(.product(ProductConfiguration($0))) }
      }.map { CartItem($0, in: menu, of: almaty) }
      for item in items { try await user.cart.add(item, count: 3) }
      let home = Address(
        city: almaty, template: AddressTemplate.ID(rawValue: "KZ"), label: "Home",
        fields: [AddressField(.street, "Абая"), AddressField(.house, "10")])
      let id = try await user.addresses.add(home)
      if let saved = user.addresses.state[id] { try await user.setDelivery(to: saved) }
      let cart = await first(user.cart.states()) { state in
        state.pending.isEmpty && state.totals?.isEstimate == false ? state : nil
      }
      if let due = cart.totals?.due { try await user.placeOrder(for: due) }
      _ = await first(user.orders.states(), \.active.first)
      _ = await first(user.cart.states()) { $0.placedOrders.isEmpty ? true : nil }
      // The lines of the next cart are on the disk only.
      gate.close(for: .offline)
      for item in items { try await user.cart.add(item, count: 5) }
      try await app.flush()
      group.cancelAll()
    }
  }

  private static func launch(_ folder: URL) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let app = try app(folder, NoNetwork(), Gate(closedFor: [.offline]))
    await withDiscardingTaskGroup { group in
      group.addTask { await app.run() }
      _ = await first(app.cities.states()) { $0.currentCity }
      _ = await first(app.menu.states()) { $0.menu }
      let user = await first(app.states()) { $0.user }
      let order = await first(user.orders.states()) { $0.active.first }
      let cart = await first(user.cart.states()) { $0.lines.isEmpty ? nil : $0 }
      let time = (clock.now - start) / .microseconds(1)
      print(
        "shown after \(time.rounded() / 1_000) ms: order \(order.id), \(cart.lines.count) lines")
      // An app that is killed; its end is not a part of its start.
      exit(0)
    }
  }

  private static func first<State: Sendable, Value>(
    _ states: AsyncStream<State>, _ value: (State) -> Value?
  ) async -> Value {
    for await state in states {
      if let value = value(state) { return value }
    }
    exit(70)
  }
}

private struct NoNetwork: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
