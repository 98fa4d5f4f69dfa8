import Addresses
import Cart
import Cities
import FoodApp
import Menu
import Networking
import OrderRating
import Pricing
import Profile
import Sandbox
import SandboxApp
import ShowcaseKit
import Sync

extension Scenario {
  static let secondEvening = Scenario(
    "second-evening", "The app starts without a network, and shows and changes all it has."
  ) { stage in
    let script = try Script(stage)
    try await script.launch { app in
      try await script.fillCart(of: app)
      try await script.showModules(app)
      script.kill()
    }
    script.loseNetwork()
    try await script.wait(86_400)
    try await script.launch { app in
      let city = try await app.cities.first(\.currentCity)
      script.detail("\(city.name), used by \(AppPage.who(app.session.state))")
      let menu = try await script.menu(of: app)
      script.detail("\(menu.menu.products.count) products of yesterday's menu")
      try await script.showAddresses(of: app)
      try await script.add(1, .product("pizza-pepperoni"), to: app) { selection in
        guard case .product(var pizza) = selection else { return }
        pizza.removed = ["onion"]
        pizza.secondHalf = .init("pizza-garden-m-classic")
        selection = .product(pizza)
      }
      await script.choose("Moscow", in: app)
      try await script.showCart(of: app)
      try await script.showModules(app)
      try await script.wait(600)
      script.findNetwork()
      try await script.showSettledCart(of: app)
      try await script.showModules(app)
    }
  }
}
