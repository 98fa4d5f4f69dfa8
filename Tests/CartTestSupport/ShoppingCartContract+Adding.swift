import Cart
import Sandbox
import Networking
import NetworkingTestSupport
import Sync
import Testing

extension ShoppingCartContract {
  func empty(_ device: some CartDevice) async throws {
    #expect(device.launch().state == .empty)
    try await device.session(in: nil) { cart in
      await #expect(throws: CartError.sync(.noCity)) { try await cart.add(.cola, count: 1) }
      #expect(device.server.requests.isEmpty)
      await device.settle(in: .almaty, cart)
      #expect(cart.state.id == nil)
      #expect(cart.state.lines.isEmpty)
      #expect(device.server.requests.isEmpty)
    }
  }

  func added(_ device: some CartDevice) async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      #expect(cart.state.quantity(of: .margherita) == 2)

      let state = await cart.settled()

      #expect(state.quantity(of: .margherita) == 2)
      #expect(device.quantities == ["margherita": 2])
      #expect(state.id != nil)
    }
  }

  func merged(_ device: some CartDevice) async throws {
    let one = CartItem.sample(
      "margherita", "Margherita", 3_500,
      modifiers: [.init("cheese"), .init("ham"), .init("cheese")],
      removed: ["onion", "basil"])
    let same = CartItem.sample(
      "margherita", "Margherita", 3_500, modifiers: [.init("ham"), .init("cheese", count: 2)],
      removed: ["basil", "onion", "basil"])
    #expect(one.configuration == same.configuration)
    try await device.session { cart in
      try await cart.add(one, count: 1)
      try await cart.add(same, count: 2)

      let state = await cart.settled()

      #expect(state.lines.map(\.quantity) == [3])
      #expect(device.quantities == ["margherita": 3])
    }
  }

  func apart(_ device: some CartDevice) async throws {
    let plain = CartItem.margherita
    let more = CartItem.sample("margherita", "Margherita", 2_800, modifiers: [.init("cheese")])
    let less = CartItem.sample("margherita", "Margherita", 2_500, removed: ["cheese"])
    try await device.session { cart in
      for item in [plain, more, less] { try await cart.add(item, count: 1) }

      let state = await cart.settled()

      #expect(Set(state.lines.map(\.id)) == [plain.line, more.line, less.line])
    }
  }

  func quantity(_ device: some CartDevice) async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.cola, count: 1)
      await cart.settled()
      for count in [5, 2, 7] {
        try await cart.setQuantity(count, of: CartItem.margherita.line)
        #expect(cart.state.quantity(of: .margherita) == count)
      }
      await cart.settled()
      #expect(device.quantities == ["margherita": 7, "cola": 1])

      try await cart.setQuantity(0, of: CartItem.margherita.line)
      #expect(cart.state.lines.map(\.id) == [CartItem.cola.line])
      await cart.settled()
      #expect(device.quantities == ["cola": 1])
    }
  }

  func carried(_ device: some CartDevice) async throws {
    let item = CartItem(
      CartConfiguration(
        product: "margherita", modifiers: [.init("cheese", count: 2)], removed: ["onion"],
        parts: [.init("drink", CartConfiguration(product: "cola"))]),
      city: RequestContext.almaty.city, name: "Маргарита", variantName: "30 см",
      details: ["сыр ×2", "без лука"], image: "margherita.png",
      unitPrice: CartItem.margherita.unitPrice, revision: "menu-17")
    try await device.session { cart in
      try await cart.add(item, count: 1)
      #expect(cart.state.lines.map(\.item) == [item])
      let state = await cart.settled()
      #expect(state.lines.map(\.item) == [item])
    }
    try await device.session { cart in
      let state = await cart.when { !$0.lines.isEmpty }
      #expect(state.lines.map(\.item) == [item])
    }
  }
}

extension CartDevice {
  /// How many of each product are in the carts that the server has open.
  public var quantities: [String: Int] {
    var quantities: [String: Int] = [:]
    for cart in server.model.open {
      for line in cart.lines {
        quantities[line.item.configuration.product, default: 0] += line.quantity
      }
    }
    return quantities
  }
}
