import Cart
import CartTestSupport
import Commerce
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct PayingTests {
  private let device = CartDevice()

  @Test func `The fulfillment determines the fees`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      try await cart.setFulfillment(CartFulfillment(.delivery, "home"))
      #expect(cart.state.fulfillment == CartFulfillment(.delivery, "home"))
      let delivered = await cart.when { $0.totals?.isEstimate == false && $0.pending.isEmpty }
      #expect(delivered.totals?.fees.map(\.amount.minorUnits) == [500])

      try await cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))

      let fetched = await cart.when { $0.totals?.fees.isEmpty == true && $0.pending.isEmpty }
      #expect(fetched.totals?.due.minorUnits == 5_000)
      #expect(fetched.fulfillment == CartFulfillment(.pickup, "restaurant"))
    }
  }

  @Test
  func `A cart below the minimum shows the missing amount and cannot be ordered`() async throws {
    try await device.session { cart in
      try await cart.add(.cola, count: 1)
      let state = await cart.settled()
      let problem = CartProblem.belowMinimum(
        Money(1_000, CartItem.cola.unitPrice.currency),
        missing: Money(400, CartItem.cola.unitPrice.currency))
      #expect(state.problems == [problem])
      await #expect(throws: CartError.notReady(.problem(problem))) { try await cart.order() }

      try await cart.add(.cola, count: 1)

      #expect(cart.state.problems.isEmpty)
    }
  }

  @Test
  func `A new price is shown beside the old one, and has to be accepted before ordering`()
    async throws
  {
    try await device.session(having: .margherita, count: 2) { cart in
      device.server.change { $0.menu.prices["margherita"] = 2_900 }
      try await cart.refresh()

      let state = await cart.when { $0.totals?.due.minorUnits == 5_800 }
      let currency = CartItem.margherita.unitPrice.currency
      #expect(
        state.lines.first?.problems
          == [.priceChanged(from: Money(2_500, currency), to: Money(2_900, currency))])
      let line = CartItem.margherita.line
      await #expect(throws: CartError.notReady(.pricesChanged([line]))) {
        try await cart.order()
      }

      try await cart.acceptPrice(of: line)

      #expect(cart.state.lines.first?.problems == [])
      await cart.settled()
      try await cart.order()
      await cart.when { $0.order == .placed(id: "N-1", number: "N-1") }
      #expect(device.server.model.placed.first?.cart.totals.due == 5_800)
    }
  }

  @Test func `A sold-out item keeps its line, is marked, and prevents the order`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      try await cart.add(.cola, count: 5)
      await cart.settled()
      device.server.change { model in
        model.menu.soldOut = ["margherita"]
        model.menu.stock["cola"] = 3
      }
      try await cart.refresh()

      let state = await cart.when { $0.lines.allSatisfy { !$0.problems.isEmpty } }

      #expect(state.lines.map(\.problems) == [[.soldOut], [.limited(to: 3)]])
      let lines = state.lines.map(\.id)
      await #expect(throws: CartError.notReady(.lines(lines))) { try await cart.order() }
      try await cart.setQuantity(0, of: CartItem.margherita.line)
      try await cart.setQuantity(3, of: CartItem.cola.line)
      let after = await cart.settled()
      #expect(after.lines.map(\.problems) == [[]])
    }
  }
}
