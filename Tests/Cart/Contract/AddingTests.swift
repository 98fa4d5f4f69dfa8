import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct AddingTests {
  private let device = CartDevice()

  @Test func `Without a city, a stored cart is one of the others, and cannot be changed`()
    async throws
  {
    device.gate.close(for: .offline)
    try await device.session { try await $0.add(.cola, count: 1) }
    try await device.session(in: nil) { cart in
      #expect(cart.state.others.map(\.city) == [RequestContext.almaty.city])
      await #expect(throws: CartError.sync(.noCity)) { try await cart.add(.cola, count: 1) }
      await #expect(throws: CartError.sync(.noCity)) { try await cart.order() }
      #expect(cart.state.pending.count == 1)
    }
  }

  @Test
  func `The halves of a product are in the order of their slots, here and at the server`()
    async throws
  {
    let halves = ["cola", "margherita"].map { ItemConfiguration(product: $0) }
    func pizza(_ left: Int, _ right: Int) -> CartItem {
      CartItem(
        ItemConfiguration(
          product: "margherita",
          parts: [.init("2-right", halves[right]), .init("1-left", halves[left])]),
        city: RequestContext.almaty.city, name: "Halves",
        unitPrice: CartItem.margherita.unitPrice,
        revision: "menu-17")
    }
    try await device.session { cart in
      try await cart.add(pizza(0, 1), count: 1)
      try await cart.add(pizza(1, 0), count: 2)
      await cart.settled()
    }
    try await device.session { cart in
      let state = await cart.when { !$0.lines.isEmpty }
      #expect(state.lines.map(\.quantity) == [1, 2])
      let parts = state.lines.map(\.item.configuration.parts)
      #expect(parts.map { $0.map(\.slot) } == [["1-left", "2-right"], ["1-left", "2-right"]])
      #expect(parts.map { $0.map(\.configuration) } == [halves, halves.reversed()])
    }
  }

  @Test(arguments: Backing.allCases)
  func `Lines take the names of another language, and keep them in later states`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    let pizza = CartItem.margherita
    let kazakhMenu = [
      CartItem(
        pizza.configuration, city: pizza.city, name: "Маргарита", details: ["30 см"],
        unitPrice: CartItem.cola.unitPrice, revision: "menu-18"),
      .sample("cola", "Kola", 600, city: RequestContext.belgrade.city),
    ]
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.cola, count: 1)
      try await cart.relabel(with: kazakhMenu)
      let waiting = cart.state.lines
      try await cart.setQuantity(2, of: pizza.line)
      let served = await cart.settled().lines
      for lines in [waiting, served] {
        #expect(lines.map(\.item.name) == ["Маргарита", CartItem.cola.name])
        #expect(lines.first?.item.details == ["30 см"])
        #expect(lines.first?.item.unitPrice == pizza.unitPrice)
      }
      try await cart.relabel(with: [])
      #expect(cart.state.lines.last?.item == .cola)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Taps that are made at the same time all count`(_ backing: Backing) async throws {
    let line = CartItem.cola.line
    try await CartDevice(backing).session(having: .cola) { cart in
      for _ in 0..<500 {
        async let one: Void = cart.change(line, by: 1)
        async let other: Void = cart.change(line, by: 1)
        _ = try await (one, other)
        #expect(cart.state.quantity(of: .cola) == 3)
        try await cart.change(line, by: -2)
      }
      #expect(await cart.settled().quantity(of: .cola) == 1)
    }
  }

  @Test func `A line has its own names, details, image, price and menu revision`() async throws {
    let item = CartItem(
      ItemConfiguration(
        product: "margherita",
        modifiers: [.init("cheese", in: "crust"), .init("cheese", in: "topping", count: 2)],
        removed: ["onion"],
        parts: [.init("drink", ItemConfiguration(product: "cola"))]),
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
      #expect(state.lines.map(\.item) == [item] && state.lines.map(\.id) == [item.line])
    }
  }
}
