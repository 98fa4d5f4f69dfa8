import Addresses
import Cart
import Cities
import FoodApp
import Menu
import Networking
import Pricing
import Profile
import Sandbox
import SandboxApp
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

extension FoodAppContract {
  static let ordering: [Rule<any AppDevice>] = [
    Rule("An order waits for its address, which is sent first") { device in
      try await device.run { app in
        try await app.choose(.almaty)
        let ada = try await device.signIn(app)
        let item = try await app.item()
        try await app.until(.addresses, .running)
        _ = try await ada.addresses.first { $0.sync.fetch == .idle ? true : nil }
        device.server.fault = .offline
        device.network.isOffline = true
        let id = try await ada.addresses.add(.sample()).id
        let home = try #require(ada.addresses.state[id])
        #expect(home.serverID.isEmpty)
        try await ada.setDelivery(to: home)
        #expect(ada.deliveryAddress?.id == id)
        try await ada.cart.add(item, count: 4)
        let due = try #require(ada.cart.state.totals?.due)
        try await ada.placeOrder(for: due)
        #expect(device.server.model.carts.placed.isEmpty)
        device.server.fault = nil
        device.network.isOffline = false
        try await device.advance(until: ada.cart) {
          if case .placed = $0.order { true } else { false }
        }
        let account = try #require(ada.account)
        let saved = try #require(
          device.server.model.addresses[account.rawValue].list.addresses.first)
        let place = device.server.model.carts.placed.first?.cart.fulfilment?.place
        #expect(place == saved.id)
      }
    },
    Rule("An order that waits for its address survives a restart", needsFiles: true) { device in
      try await device.run { app in
        try await app.choose(.almaty)
        let ada = try await device.signIn(app)
        let item = try await app.item()
        _ = try await ada.addresses.first { $0.sync.fetch == .idle ? true : nil }
        device.server.fault = .offline
        device.network.isOffline = true
        let id = try await ada.addresses.add(.sample()).id
        try await ada.setDelivery(to: try #require(ada.addresses.state[id]))
        try await ada.cart.add(item, count: 4)
        try await ada.placeOrder(for: try #require(ada.cart.state.totals?.due))
      }
      device.server.fault = nil
      device.network.isOffline = false
      try await device.run { app in
        let ada = try await app.currentUser()
        try await device.advance(until: ada.cart) {
          if case .placed = $0.order { true } else { false }
        }
      }
      #expect(device.server.model.carts.placed.count == 1)
      let place = device.server.model.carts.placed.first?.cart.fulfilment?.place ?? "local"
      #expect(!place.hasPrefix("local"))
    },
    Rule("An offline sum has the fee of the city") { device in
      try await device.run { app in
        try await app.choose(.moscow)
        let user = try await app.currentUser()
        let tea = try await app.item(.product("tea-mint"))
        device.network.isOffline = true
        try await user.cart.setFulfillment(CartFulfillment(.delivery, "home"))
        try await user.cart.add(tea, count: 1)
        let estimate = user.cart.state.totals
        let terms = try #require(app.cities.state.currentCity?.terms(of: .delivery))
        #expect(estimate?.fees.map(\.amount.minorUnits) == [terms.fee])
        device.network.isOffline = false
        let confirmed = try await user.cart.settled()
        #expect(confirmed.totals?.due == estimate?.due)
      }
    },
    Rule("A line can be edited with the configurator, and keeps its choices") { device in
      try await device.run { app in
        try await app.choose(.almaty)
        let user = try await app.currentUser()
        try await user.cart.add(try await app.item(), count: 1)
        let line = try #require(user.cart.state.lines.first)
        let menu = try await app.orderableMenu()
        guard case .product(var pizza)? = MenuSelection(line.item.configuration, in: menu.menu)
        else { return #expect(Bool(false), "a pizza is a product") }
        pizza.removed = ["garlic"]
        let edited = try #require(menu.cartItem(.product(pizza), in: .almaty))
        try await user.cart.setQuantity(0, of: line.id)
        try await user.cart.add(edited, count: 1)
        let shown = try await user.cart.settled()
        #expect(
          shown.lines.map(\.item.details) == [["Classic crust", "− Garlic", "+ Garlic sauce"]])
      }
    },
  ]
}

extension AppDevice {
  /// Advances the clock until a cart has a state.
  func advance(
    until cart: any ShoppingCart, _ isSo: @escaping @Sendable (CartState) -> Bool
  ) async throws {
    let clock = clock
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await cart.first { isSo($0) ? true : nil } }
      group.addTask {
        while !Task.isCancelled {
          clock.advance()
          await Task.yield()
        }
      }
      try await group.next()
      group.cancelAll()
    }
  }
}
