import Cart
import CartTestSupport
import Commerce
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct PromosTests {
  private let device = CartDevice()

  @Test
  func `A promo code that is removed offline no longer reduces the displayed sum`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.setPromo("TAKE7", isWanted: true)
      try await cart.setPromo("TENTH", isWanted: true)
      let state = await cart.when { $0.pending.isEmpty && $0.totals?.isEstimate == false }
      #expect(state.totals?.due.minorUnits == 1_620)
      device.gate.close(for: .offline)

      try await cart.setPromo("TAKE7", isWanted: false)

      // The share of the other code is the server's, until it computes another one.
      let totals = try #require(cart.state.totals)
      #expect(totals.isEstimate)
      #expect(totals.discounts.map(\.code) == ["TENTH"])
      #expect(totals.discount.minorUnits == 180 && totals.due.minorUnits == 2_320)
      #expect(cart.state.addsUp)
      device.gate.open(for: .offline)
    }
  }

  @Test func `A promo code without effect has a reason, and is no failed change`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.setPromo("TENTH", isWanted: true)
      await cart.settled()
      for code in ["NONE", "OLD", "USED", "BIG", "ALONE", "COLA"] {
        try await cart.setPromo(code, isWanted: true)
      }

      let state = await cart.settled()

      let problems = Dictionary(
        uniqueKeysWithValues: state.promos.map { promo in
          if case .notApplied(let problem, let text) = promo.state {
            #expect(!text.isEmpty)
            return (promo.code, problem as PromoProblem?)
          }
          return (promo.code, nil)
        })
      let missing = Money(97_500, CartItem.margherita.unitPrice.currency)
      #expect(
        problems == [
          "TENTH": nil, "NONE": .unknown, "OLD": .expired, "USED": .used,
          "BIG": .belowMinimum(missing: missing), "ALONE": .notCombinable,
          "COLA": .notForTheseItems,
        ])
      #expect(state.totals?.discount.minorUnits == 250)
    }
  }

  @Test func `A promo code adds a gift, which is removed with the code`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.setPromo("GIFT", isWanted: true)
      let state = await cart.when { $0.lines.contains { $0.kind == .gift } }
      let gift = try #require(state.lines.last)
      #expect(gift.item.name == "Cola")
      #expect(gift.price.final.minorUnits == 0)
      #expect(gift.problems.isEmpty)
      await #expect(throws: CartError.unknownLine(gift.id)) {
        try await cart.setQuantity(2, of: gift.id)
      }
      await #expect(throws: CartError.unknownLine(gift.id)) {
        try await cart.acceptPrice(of: gift.id)
      }

      try await cart.setPromo("GIFT", isWanted: false)

      let after = await cart.when { $0.pending.isEmpty && $0.lines.count == 1 }
      #expect(after.promos.isEmpty)
    }
  }

  @Test func `A promo code of 1 to 64 bytes is accepted`() async throws {
    device.gate.close(for: .offline)
    try await device.session { cart in
      let codes = ["A", "5%", String(repeating: "Ё", count: 32)]
      for code in codes + [" take7 "] { try await cart.setPromo(code, isWanted: true) }
      for code in [
        "", "  \n", "A B", "A\u{0}", "A\u{200B}", "A\u{200D}", String(repeating: "A", count: 65),
        String(repeating: "A", count: 10_240),
      ] {
        await #expect(throws: CartError.badPromoCode) {
          try await cart.setPromo(code, isWanted: true)
        }
      }
      #expect(cart.state.promos.map(\.code) == codes + ["TAKE7"])
    }
  }
}
