import Addresses
import Cart
import Cities
import FoodApp
import Menu
import Networking
import Sandbox
import SandboxApp
import ShowcaseKit
import Storage
import Sync

extension Scenario {
  static let killedSixTimes = Scenario(
    "killed-six-times", "The app is killed at six places of an order, which is placed once."
  ) { (script: Script) in
    try await script.launch { app in
      await script.choose("Almaty", in: app)
      _ = try await script.menu(of: app)
      script.kill()
    }
    try await script.launch { app in
      script.loseNetwork()
      try await script.add(3, .product("pizza-margherita"), to: app)
      script.kill()
    }
    try await script.launch { app in
      script.findNetwork()
      try await script.showSettledCart(of: app)
      try await script.signIn(app)
      script.kill()
    }
    try await script.launch { app in
      try await script.showSettledCart(of: app)
      script.loseNetwork()
      try await script.addAddress("Абая", "10", of: app)
      script.kill()
    }
    try await script.launch { app in
      try await script.showCart(of: app) { $0.sync.isLoaded }
      try await script.add(1, .product("tea-mint"), to: app)
      script.kill()
    }
    try await script.launch { app in
      script.findNetwork()
      try await script.showSettledCart(of: app)
      script.tell("The answer to the order will be lost")
      script.server.spoil([.answerLost]) { $0.path.hasSuffix("/order") }
      await script.order(app)
      try await script.showCart(of: app) { state in
        state.pending.contains { $0.reason == .backoff(.seconds(1)) }
      }
      script.kill()
    }
    try await script.launch { app in
      try await script.showPlaced(app)
      script.showOrders()
    }
  }

  static let lostAnswer = Scenario(
    "lost-answer", "The answer to an order is lost twice; it is placed once."
  ) { (script: Script, app: FoodApp) in
    try await script.fillCart(of: app)
    script.tell("The next two answers to an order will be lost")
    script.server.spoil([.answerLost, .answerLost]) { $0.path.hasSuffix("/order") }
    await script.order(app)
    for seconds in [1, 2] {
      try await script.showCart(of: app) { state in
        state.pending.contains { $0.reason == .backoff(.seconds(seconds)) }
      }
      await script.attempt("Add 1 × Cola while the order is on its way") {
        let user = try await app.first { $0.user }
        let item = try await script.menu(of: app)
        guard let cola = item.selection(of: .product("drink-cola")),
          let item = item.cartItem(cola, in: 1_526_384)
        else { return }
        return try await user.cart.add(item, count: 1)
      }
      try await script.wait(seconds)
    }
    try await script.showPlaced(app)
    script.showOrders()
  }

  static let fullDisk = Scenario(
    "full-disk", "On a full disk the app works, and says what a crash would lose."
  ) { (script: Script) in
    try await script.launch { app in
      await script.choose("Almaty", in: app)
      _ = try await script.menu(of: app)
      try await script.showSettledCart(of: app)
      script.loseNetwork()
      try await script.add(2, .product("pizza-margherita"), to: app)
      try script.fillDisk()
      try await script.add(1, .product("tea-mint"), to: app)
      try await script.add(1, .product("cake-honey"), to: app)
      try await script.showCart(of: app)
      script.tell("The disk has space again, and the app stores what waits")
      try script.device.freeDisk()
      try await app.flush()
      script.kill()
    }
    try await script.launch { app in
      // The cart receives the stored city a moment after the launch. Until then, the cart's gate is
      // also closed for `.noCity`, so wait until `.offline` is the only reason.
      try await script.showCart(of: app) { cart in
        cart.pending.map(\.reason) == Array(repeating: .gateClosed([.offline]), count: 3)
      }
      script.findNetwork()
      try await script.showSettledCart(of: app)
    }
  }

  static let soldOut = Scenario(
    "sold-out", "A product is sold out between the tap and the order."
  ) { (script: Script, app: FoodApp) in
    try await script.fillCart(of: app)
    try await script.add(1, .product("tea-mint"), to: app)
    try await script.showSettledCart(of: app)
    script.tell("The tea is sold out, and the app does not know it yet")
    script.server.change { world in
      world.menus.stop([.init(kind: "product", id: "tea-mint")], in: 1_526_384)
    }
    await script.order(app)
    try await script.showRefused(app)
    await script.attempt("Look at the menu") {
      try await app.menu.refreshUnavailable()
      let menu = try await script.menu(of: app)
      let absence = menu.unavailability(of: .product("tea-mint"))
      script.detail(absence == nil ? "Mint tea is available" : "Mint tea is sold out")
    }
    await script.order(app)
    await script.remove("Mint tea", in: app)
    try await script.showSettledCart(of: app)
    await script.order(app)
    try await script.showPlaced(app)
  }

  static let priceChange = Scenario(
    "price-change", "A price changes between the tap and the order."
  ) { (script: Script, app: FoodApp) in
    try await script.fillCart(of: app)
    script.tell("A margherita costs more now, and the app does not know it yet")
    script.server.change { $0.raiseMargherita() }
    await script.order(app)
    try await script.showRefused(app)
    await script.order(app)
    await script.attempt("Accept the new price") {
      guard let user = app.state.user else { return }
      for line in user.cart.state.lines where !line.problems.isEmpty {
        try await user.cart.acceptPrice(of: line.id)
      }
    }
    try await script.showSettledCart(of: app)
    await script.order(app)
    try await script.showPlaced(app)
  }

  static let formerApp = Scenario(
    "former-app", "City, session and cart of a former app are continued, also offline at first."
  ) { (script: Script) in
    let former = try FormerInstallation(at: script.server)
    script.loseNetwork()
    try await script.launch(adopting: former.app) { app in
      _ = try await app.cities.first { if case .failed? = $0.choice?.phase { true } else { nil } }
      script.detail("The app is used by \(AppPage.who(app.session.state))")
      script.showLeft(of: former)
      script.kill()
    }
    script.findNetwork()
    try await script.launch(adopting: former.app) { app in
      let city = try await app.cities.first(\.currentCity)
      script.detail("\(city.name), \(city.country.name)")
      try await script.showCart(of: app) { $0.lines.first?.item.variantName == "30 cm" }
      script.showLeft(of: former)
      try await script.add(1, .product("tea-mint"), to: app)
      try await script.showSettledCart(of: app)
    }
  }
}

extension Script {
  /// Chooses Almaty, adds pizzas, signs in and adds an address.
  func fillCart(of app: FoodApp) async throws {
    await choose("Almaty", in: app)
    try await add(2, .product("pizza-margherita"), to: app)
    try await signIn(app)
    try await addAddress("Абая", "10", of: app)
    try await showSettledCart(of: app)
  }

  /// Waits until the server has accepted the order of the cart, and adds the cart to the transcript.
  func showPlaced(_ app: FoodApp) async throws {
    try await showCart(of: app) { if case .placed = $0.order { true } else { false } }
  }

  /// Waits until the server has refused the order of the cart, and adds the cart to the transcript.
  ///
  /// Also waits until at least one line of the cart has a problem.
  func showRefused(_ app: FoodApp) async throws {
    try await showCart(of: app) { state in
      if case .refused = state.order { !state.lines.flatMap(\.problems).isEmpty } else { false }
    }
  }

  /// Writes to the transcript which data of the former app the current app has not adopted.
  func showLeft(of former: FormerInstallation) {
    let left = former.left
    detail("Left of the former app: \(left.isEmpty ? "nothing" : left.joined(separator: ", "))")
  }

  func remove(_ name: String, in app: FoodApp) async {
    await attempt("Remove \(name)") {
      guard let user = app.state.user,
        let line = user.cart.state.lines.first(where: { $0.item.name == name })
      else { return }
      return try await user.cart.setQuantity(0, of: line.id)
    }
  }

  /// Writes the orders that the server has received to the transcript.
  func showOrders() {
    tell("The server has these orders")
    details(
      server.model.carts.placed.map { order in
        let lines = order.cart.lines.map { "\($0.quantity) × \($0.item.name)" }
        let place = order.cart.fulfilment.map { "\($0.kind) to \($0.place)" } ?? "no fulfillment"
        return "\(order.number): \(lines.joined(separator: ", ")), \(place)"
      })
  }
}
