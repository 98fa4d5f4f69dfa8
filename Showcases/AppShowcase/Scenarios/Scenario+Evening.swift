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

extension Scenario {
  static let firstEvening = Scenario(
    "first-evening", "A guest chooses a city and food, signs in, orders, and rates with a photo."
  ) { (script: Script, app: FoodApp) in
    await script.choose("Almaty", in: app)
    try await script.add(1, .product("pizza-margherita"), to: app) { selection in
      guard case .product(var pizza) = selection else { return }
      pizza.modifiers["toppings", default: [:]]["mozzarella"] = 2
      pizza.removed = ["garlic"]
      pizza.secondHalf = .init("pizza-pepperoni-s-classic")
      selection = .product(pizza)
    }
    try await script.add(1, .combo("combo-family"), to: app)
    try await script.showSettledCart(of: app)
    try await script.signIn(app)
    try await script.showSettledCart(of: app)
    try await script.addAddress("Абая", "10", of: app)
    try await script.showSettledCart(of: app)
    await script.order(app)
    try await script.showOrders(of: app) { $0.active.contains { $0.revision > 0 } }
    try await script.showCart(of: app) { $0.placedOrders.isEmpty }
    try await script.showModules(app)
    for minutes in [5, 20, 20, 10] {
      try await script.wait(minutes * 60)
      script.tell("\(minutes) minutes later")
      try await script.refreshOrders(of: app)
      try await script.showOrders(of: app) { _ in true }
    }
    try await script.rate(in: app)
  }

  static let secondEvening = Scenario(
    "second-evening", "The app starts without a network, and shows and changes all it has."
  ) { (script: Script) in
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

extension Script {
  /// Fetches the orders, as an app does after a push notification.
  func refreshOrders(of app: FoodApp) async throws {
    try await app.state.user?.orders.refresh()
  }

  /// Rates the order that the app asks the user to rate, and attaches a photo.
  ///
  /// Writes each step to the transcript.
  func rate(in app: FoodApp) async throws {
    guard let user = app.state.user else { return }
    tell("Is there anything to rate?")
    guard let draft = try await user.promptForReview() else { return detail("No") }
    detail("Order \(draft.id): \(draft.form.subjects.map(\.title).joined(separator: ", "))")
    await attempt("Give five stars, and attach a photo") {
      try await user.reviews.edit(draft.id) { draft throws(ReviewError) in
        for subject in draft.form.subjects { try draft.setStars(5, of: subject.id) }
      }
      return try await user.reviews.attach(AppPage.photo, to: draft.id)
    }
    await attempt("Send the review") { try await user.reviews.submit(draft.id) }
    _ = try await user.reviews.first { $0.pending.isEmpty ? true : nil }
    let account = app.session.state.account?.rawValue
    let review = server.model.reviews[account].reviews[draft.id]
    detail(
      "The server has \(review?.marks.count ?? 0) marks and \(review?.photos.count ?? 0) photo")
    tell("Is there anything else to rate?")
    detail(try await user.promptForReview() == nil ? "No" : "Yes")
    _ = try await user.orders.first { $0.finished.isEmpty ? true : nil }
    detail("In the history: \(user.orders.state.history?.orders.count ?? 0) order")
  }
}
