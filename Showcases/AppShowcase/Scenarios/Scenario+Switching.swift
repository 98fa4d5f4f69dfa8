import Addresses
import Cart
import Cities
import FoodApp
import Menu
import Networking
import Sandbox
import ShowcaseKit
import Sync

extension Scenario {
  static let citySwitch = Scenario(
    "city-switch", "A full cart stays behind in its city, and is taken up with today's menu."
  ) { (script: Script, app: FoodApp) in
    await script.choose("Almaty", in: app)
    try await script.add(2, .product("pizza-margherita"), to: app)
    try await script.add(1, .combo("combo-lunch"), to: app)
    try await script.showSettledCart(of: app)
    await script.choose("Astana", in: app)
    try await script.showCart(of: app)
    script.tell("In Almaty a margherita costs more, and the lunch has left the menu")
    script.server.change { world in
      world.menus.publish([MenuEdit("combos", "combo-lunch", .remove)], in: 1_526_384)
      world.raiseMargherita()
    }
    await script.choose("Almaty", in: app)
    await script.takeUp(in: app)
    try await script.showSettledCart(of: app)
  }

  static let languageSwitch = Scenario(
    "language-switch", "Menu and cart follow the language, also offline and after a restart."
  ) { (script: Script) in
    try await script.launch { app in
      await script.choose("Almaty", in: app)
      try await script.add(1, .product("pizza-margherita"), to: app)
      try await script.add(1, .product("tea-mint"), to: app)
      try await script.showSettledCart(of: app)
      await script.setLanguage("ru", in: app)
      try await script.showCart(of: app) { $0.lines.first?.item.name == "Маргарита" }
      await script.setLanguage("xx", in: app)
      script.loseNetwork()
      await script.setLanguage("kk", in: app)
      try await script.showCart(of: app)
      script.findNetwork()
      try await script.showCart(of: app) { $0.lines.last?.item.name == "Жалбыз шайы" }
      script.kill()
    }
    try await script.launch { app in
      try await script.showCart(of: app) {
        $0.lines.last?.item.name == "Жалбыз шайы" && $0.sync.fetch == .idle
      }
    }
  }

  static let accountSwitch = Scenario(
    "account-switch", "Two users of one device: each finds what is theirs, and nothing else."
  ) { (script: Script, app: FoodApp) in
    await script.choose("Almaty", in: app)
    try await script.add(2, .product("pizza-margherita"), to: app)
    try await script.signIn(app)
    try await script.addAddress("Абая", "10", of: app)
    try await script.showSettledCart(of: app)
    script.loseNetwork()
    try await script.add(1, .product("tea-mint"), to: app)
    await script.attempt("Sign out and keep what waits") {
      try await app.signOut(keepingData: true)
    }
    try await script.showCart(of: app)
    script.findNetwork()
    try await script.add(1, .product("cake-honey"), to: app)
    try await script.signIn(app, "8 (701) 765-43-21")
    try await script.showSettledCart(of: app)
    try await script.showAddresses(of: app)
    await script.attempt("Sign out and erase everything") {
      try await app.signOut(keepingData: false)
    }
    try await script.add(1, .product("drink-cola"), to: app)
    try await script.showSettledCart(of: app)
    try await script.signIn(app)
    try await script.showSettledCart(of: app)
    try await script.showAddresses(of: app)
  }
}

extension Script {
  /// Adds the items of the closed cart in the current city to the current cart.
  ///
  /// The transcript names the items that the menu no longer has, and the items that cost more now.
  func takeUp(in app: FoodApp) async {
    await attempt("Take up what was left behind") {
      guard let user = app.state.user, let city = app.environment.city.context?.city,
        let cart = user.cart.state.others.first(where: { $0.city == city && $0.isClosed })
      else { return }
      try await app.menu.refresh()
      let menu = try await menu(of: app)
      let renewed = cart.renewed(from: menu)
      for name in renewed.gone { detail("\(name) is gone") }
      for line in renewed.dearer {
        detail("\(line.item.name) costs \(line.item.unitPrice.text), not \(line.formerPrice.text)")
      }
      try await user.cart.add(renewed)
      try await user.cart.dismiss(cart)
    }
  }

  func setLanguage(_ code: String, in app: FoodApp) async {
    await attempt("Switch to \(code)") { try await app.setLanguage(Language(rawValue: code)) }
  }
}
