import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import Foundation
import Menu
import OrderRating
import Orders
import Profile
import Sandbox
import SandboxApp
import ShowcaseKit
import Sync

/// The steps of this showcase's scenarios.
///
/// All launches of the app in one scenario use the same directory and the same sandbox server.
final class Script: LaunchScript {
  let stage: Stage
  let server: SandboxServer<SandboxWorld>
  let device: SandboxDevice
  let clock = PausedClock()

  init(_ stage: Stage) throws {
    self.stage = stage
    server = SandboxServer(try SandboxWorld(now: Int(Self.start.timeIntervalSince1970)))
    device = SandboxDevice(stage.directory.appending(path: "app", directoryHint: .isDirectory))
  }

  /// The date at the start of each scenario: Tuesday, 2026-11-24, 17:00 in Almaty.
  private static let start = Date(timeIntervalSince1970: 1_795_521_600)

  /// The current date of the app and the server.
  var time: Date { Self.start + stage.clock.now.sinceStart / .seconds(1) }

  func launch(_ body: (FoodApp) async throws -> Void) async throws {
    try await launch(adopting: nil, body)
  }

  /// Launches the app as a new process, runs it during `body`, and kills it.
  ///
  /// `former` is the older app that this app replaces and whose data it adopts; `nil` without an older
  /// app.
  func launch(adopting former: FormerApp?, _ body: (FoodApp) async throws -> Void) async throws {
    tell("The app starts")
    var environment = environment(server, in: SettledCity(gate: device.gate))
    environment.now = { self.time }
    let app = try FoodApp(
      in: environment, secrets: FileSecrets(in: environment.directory), adopting: former,
      cities: BundledCities(contentsOf: try CityServerModel.bundledList()))
    try await running(app.run) {
      _ = try await app.first { $0.user }
      _ = try await app.cities.first { $0.stage == .starting ? nil : true }
      try await body(app)
    }
  }

  func kill() { tell("The app is killed") }

  /// Advances the time of the transcript, the app and the server.
  func wait(_ seconds: Int) async throws {
    try await pass(.seconds(seconds))
    server.change { $0.now += seconds }
  }

  func loseNetwork() {
    server.fault = .offline
    goOffline()
  }

  func findNetwork() {
    server.fault = nil
    goOnline()
  }

  // MARK: Steps

  func choose(_ name: String, in app: FoodApp) async {
    await attempt("Choose \(name)") {
      let list = await app.cities.loadList()
      guard let city = list.search(name).first else { throw CitiesError.unknownCity(0) }
      let chosen = try await app.choose(city.id)
      detail("\(chosen.name), \(chosen.country.name)")
    }
  }

  /// Waits for the menu of the current city, language and fulfillment method, and returns it.
  func menu(of app: FoodApp) async throws -> OrderableMenu {
    let (context, now) = (app.environment.city.context, time)
    return try await app.menu.first { state in
      state.scope?.city == context?.city && state.scope?.language == context?.language
        && state.scope?.fulfillment == state.fulfillment ? state.orderable(at: now) : nil
    }
  }

  /// Adds `count` units of a product or a combo to the cart.
  ///
  /// `edit` can change the initial choices, such as the size of a product.
  func add(
    _ count: Int = 1, _ item: MenuItem, to app: FoodApp,
    editing edit: (inout MenuSelection) -> Void = { _ in }
  ) async throws {
    let menu = try await menu(of: app)
    guard let user = app.state.user, let city = app.environment.city.context?.city,
      var selection = menu.selection(of: item)
    else { throw CocoaError(.featureUnsupported) }
    edit(&selection)
    guard let ordered = menu.menu.ordered(selection) else { throw CocoaError(.featureUnsupported) }
    let cartItem = CartItem(ordered, in: menu.menu, of: city)
    let name = [cartItem.name, cartItem.variantName].compactMap(\.self).joined(separator: " ")
    await attempt("Add \(count) × \(([name] + cartItem.details).joined(separator: ", "))") {
      try await user.cart.add(cartItem, count: count)
    }
  }

  /// Requests a sign-in code for a phone number, signs in with the code, and waits for the guest's data.
  func signIn(_ app: FoodApp, _ number: String = "8 (777) 123-45-67") async throws {
    try await wait(60)
    guard let country = app.cities.state.currentCity?.phoneCountry else { return }
    let phone = try PhoneNumber(number, in: country)
    await attempt("Send a code to \(phone.formatted)") {
      try await app.session.requestCode(for: phone)
    }
    let code = server.model.accounts.code(for: phone.rawValue) ?? "0000"
    await attempt("Enter the code \(code)") { try await app.signIn(withCode: code) }
    for await state in app.states() where state.guestData.isEmpty || !state.guestFailures.isEmpty {
      break
    }
    detail("The app is used by \(AppPage.who(app.session.state))")
  }

  /// Adds an address in the current city, and sets it as the delivery address of the cart.
  func addAddress(_ street: String, _ house: String, of app: FoodApp) async throws {
    guard let user = app.state.user, let city = app.cities.state.currentCity else { return }
    let address = Address(
      city: city.id, template: city.addressTemplate, label: "Home",
      fields: [AddressField(.street, street), AddressField(.house, house)])
    let added = await attempt("Add the address \(street) \(house)") {
      try await user.addresses.add(address)
    }
    guard let added else { return }
    guard let saved = user.addresses.state[added] else { return }
    await attempt("Deliver to \(saved.lines.joined(separator: ", "))") {
      try await user.setDelivery(to: saved)
    }
  }

  func order(_ app: FoodApp) async {
    guard let user = app.state.user else { return }
    let due = user.cart.state.totals?.due
    await attempt("Order for \(due?.text ?? "nothing")") {
      guard let due else { throw CartError.notReady(.empty) }
      return try await user.placeOrder(for: due)
    }
  }

  // MARK: Showing

  /// Waits for a state of the cart that satisfies `isSo`, and adds the cart to the transcript.
  func showCart(
    of app: FoodApp, when isSo: @escaping @Sendable (CartState) -> Bool = { _ in true }
  ) async throws {
    guard let user = app.state.user else { return }
    let state = try await user.cart.first { [gate = device.gate] state -> CartState? in
      guard state.sync.isLoaded, isSo(state) else { return nil }
      // Right after a launch, the state of the cart can be older than the city.
      if case .closed(let reasons) = state.sync.fetch, reasons != gate.reasons { return nil }
      return state
    }
    details(AppPage.cart(state, in: app.cities.state))
  }

  /// Waits until the server has answered every change of the cart, and adds the cart to the
  /// transcript.
  func showSettledCart(of app: FoodApp) async throws {
    try await showCart(of: app) {
      $0.pending.allSatisfy(\.status.isFailed) && $0.totals?.isEstimate != true
        && $0.sync.fetch == .idle
    }
  }

  func showAddresses(of app: FoodApp) async throws {
    guard let user = app.state.user else { return }
    let state = try await user.addresses.first {
      $0.sync.isLoaded && $0.pending.isEmpty ? $0 : nil
    }
    details(state.addresses.isEmpty ? ["No address"] : state.addresses.map(AppPage.row))
  }

  /// Waits for a state of the orders that satisfies `isSo`, and adds the orders to the transcript.
  func showOrders(
    of app: FoodApp, when isSo: @escaping @Sendable (OrdersState) -> Bool
  ) async throws {
    guard let user = app.state.user else { return }
    let state = try await user.orders.first { isSo($0) ? $0 : nil }
    let all = state.active + state.finished
    details(all.isEmpty ? ["No order"] : all.flatMap { AppPage.lines($0, in: app.cities.state) })
  }

  /// Waits until no module fetches or sends data, and adds the status of each module to the
  /// transcript.
  func showModules(_ app: FoodApp) async throws {
    guard let user = app.state.user else { return }
    // Returns `nil` while the module fetches or sends, so that `first` waits for the next state; then
    // `true`. `waiting` is the number of pending changes. The module sends them only in the status
    // `idle`. In other statuses, such as `closed` without a network, they stay pending.
    @Sendable func rests(_ fetch: FetchStatus, waiting: Int = 0) -> Bool? {
      fetch == .fetching || fetch == .idle && waiting > 0 ? nil : true
    }
    _ = try await app.first { $0.health.values.contains(.starting) ? nil : true }
    _ = try await app.cities.first { rests($0.listFetch) }
    _ = try await app.menu.first { rests($0.fetch) }
    _ = try await user.cart.first { rests($0.sync.fetch, waiting: $0.pending.count) }
    _ = try await user.addresses.first { rests($0.sync.fetch, waiting: $0.pending.count) }
    _ = try await user.orders.first { rests($0.sync.fetch) }
    _ = try await user.reviews.first { rests($0.sync.fetch, waiting: $0.pending.count) }
    _ = try await user.profile.first { rests($0.sync.fetch, waiting: $0.pending.count) }
    tell("What each module is doing")
    details(AppPage.status(app, app.state).components(separatedBy: " · "))
  }
}

extension SandboxWorld {
  /// Raises the price of each variant of the margherita in Almaty.
  mutating func raiseMargherita() {
    let edits = (0..<5).map { variant in
      MenuEdit("products", "pizza-margherita", .set("variants/\(variant)/price", "400000"))
    }
    menus.publish(edits, in: 1_526_384)
  }
}
