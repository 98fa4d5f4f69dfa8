import Cart
import Cities
import FoodApp
import Foundation
import Menu
import Networking
import Orders
import Sandbox
import SandboxApp
import Sync
import Testing

@testable import SwiftUIShowcase

/// The models of the screens, over the sample app.
struct ScreenModelTests {
  private func stopPizza(at sample: SandboxApp, _ model: AppModel) throws {
    let city = try #require(model.cities.state.currentCity)
    sample.server.change {
      $0.menus.toggleStop(
        .init(kind: "product", id: "pizza-margherita", reason: "soldOut"), in: city.id)
    }
  }

  @Test func `A picker shows countries, then the matches of a text`() async throws {
    try await withSample { sample, model, _ in
      await sample.app.cities.loadList()
      try await seen { model.cities.state.list != nil }
      let cities = CitiesModel(model)
      #expect(cities.groups.count > 1)
      #expect(cities.results.isEmpty && !cities.isUnknown)
      cities.query = "almat"
      #expect(cities.results.first?.name == "Almaty")
      #expect(cities.groups.isEmpty && !cities.isUnknown)
      cities.query = "zzz"
      #expect(cities.isUnknown)
    }
  }

  @Test func `A choice of a city puts the menu into it`() async throws {
    try await withSample { sample, model, _ in
      await sample.app.cities.loadList()
      try await seen { model.cities.state.list != nil }
      let cities = CitiesModel(model)
      cities.query = "astana"
      let astana = try #require(cities.results.first)
      await cities.choose(astana.id)
      #expect(model.failure == nil)
      #expect(sample.app.menu.state.scope?.city == astana.id)
    }
  }

  @Test func `An error of an action is shown`() async throws {
    try await withSample { _, model, _ in
      await CitiesModel(model).choose(1)
      let failure = try #require(model.failure)
      #expect(words(for: failure) == "This city is not served anymore.")
    }
  }

  @Test func `A menu shows names, prices and what is sold out`() async throws {
    try await withSample { sample, model, _ in
      let menu = MenuModel(model)
      let pizza = MenuItem.product("pizza-margherita")
      @MainActor func row() -> MenuModel.Row? {
        menu.groups.flatMap(\.rows).first { $0.id == pizza }
      }
      #expect(try #require(row()).price?.isEmpty == false)
      #expect(row()?.unavailability == nil)
      menu.query = "margh"
      #expect(menu.results.map(\.id).contains(pizza) && menu.groups.isEmpty)

      menu.query = ""
      try stopPizza(at: sample, model)
      try await sample.app.menu.refreshUnavailable()
      try await seen { row()?.unavailability != nil }
      #expect(row()?.unavailability.map { words(for: $0) } == "Sold out")
    }
  }

  @Test func `A tap on a product adds it to the cart`() async throws {
    try await withSample { _, model, user in
      let cart = CartModel(user, model)
      let before = cart.rows.map(\.quantity).reduce(0, +)
      await MenuModel(model).add(.product("pizza-margherita"))
      #expect(model.failure == nil)
      try await seen { cart.rows.map(\.quantity).reduce(0, +) == before + 1 }
    }
  }

  @Test func `A cart shows its lines, and changes of them before they are sent`() async throws {
    try await withSample { sample, model, user in
      let cart = CartModel(user, model)
      let line = try #require(cart.rows.first)
      #expect(line.isConfirmed && cart.due != nil && !cart.isEstimate)
      sample.app.environment.gate.close(for: .offline)
      await cart.change(line.id, by: 2)
      try await seen { cart.rows.first?.quantity == line.quantity + 2 }
      #expect(cart.rows.first?.isConfirmed == false && cart.isEstimate)
      await cart.remove(line.id)
      try await seen { !cart.rows.contains { $0.id == line.id } }
      #expect(model.failure == nil)
    }
  }

  @Test func `A refused change is shown until it is discarded`() async throws {
    try await withSample { sample, model, user in
      let cart = CartModel(user, model)
      let line = try #require(cart.rows.first)
      sample.app.environment.gate.close(for: .offline)
      await cart.change(line.id, by: 1)
      try stopPizza(at: sample, model)
      sample.app.environment.gate.open(for: .offline)
      try await seen { !cart.refused.isEmpty }
      #expect(words(for: cart.refused[0]).contains(line.name))
      await cart.decide(cart.refused[0].id, isRepeated: false)
      try await seen { cart.refused.isEmpty }
    }
  }

  @Test func `An order moves from the cart to the orders, and can be canceled`() async throws {
    try await withSample { _, model, user in
      let (cart, orders) = (CartModel(user, model), OrdersModel(user, model))
      #expect(orders.past.count == 1)
      await cart.placeOrder()
      #expect(model.failure == nil)
      // The order of the cart has no time for a cancellation until the server's has been fetched.
      try await seen { orders.current.first?.isCancelable == true }
      let order = orders.current[0]
      #expect(!order.lines.isEmpty)
      await orders.cancel(order.id)
      try await seen { orders.current.first?.status == .cancelled }
      await orders.acknowledge(order.id)
      try await seen { orders.current.isEmpty }
    }
  }
}
