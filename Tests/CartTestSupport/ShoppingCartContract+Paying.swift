import Cart
import CartServerModel
import Networking
import NetworkingTestSupport
import Pricing
import Sync
import Testing

extension ShoppingCartContract {
  func totals(_ device: some CartDevice) async throws {
    device.gate.close(for: .offline)
    try await device.session { cart in
      try await cart.setFulfilment(CartFulfilment(.delivery, "home"))
      try await cart.add(.margherita, count: 2)
      let estimate = try #require(cart.state.totals)
      #expect(estimate.isEstimate)
      #expect(estimate.due.minorUnits == 5_000)
      #expect(cart.state.addsUp)

      device.gate.open(for: .offline)

      let state = await cart.when { $0.totals?.isEstimate == false && $0.waiting.isEmpty }
      #expect(state.totals?.due.minorUnits == 5_500)
      #expect(state.addsUp)
    }
  }

  func fulfilment(_ device: some CartDevice) async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      try await cart.setFulfilment(CartFulfilment(.delivery, "home"))
      #expect(cart.state.fulfilment == CartFulfilment(.delivery, "home"))
      let delivered = await cart.when { $0.totals?.isEstimate == false && $0.waiting.isEmpty }
      #expect(delivered.totals?.fees.map(\.amount.minorUnits) == [500])

      try await cart.setFulfilment(CartFulfilment(.pickup, "restaurant"))

      let fetched = await cart.when { $0.totals?.fees.isEmpty == true && $0.waiting.isEmpty }
      #expect(fetched.totals?.due.minorUnits == 5_000)
      #expect(fetched.fulfilment == CartFulfilment(.pickup, "restaurant"))
    }
  }

  func minimum(_ device: some CartDevice) async throws {
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

  func priceChanged(_ device: some CartDevice) async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      await cart.settled()
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
      await cart.when { $0.order == .placed("N-1") }
      #expect(device.server.model.placed.first?.cart.totals.due == 5_800)
    }
  }

  func soldOut(_ device: some CartDevice) async throws {
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

  func promoApplied(_ device: some CartDevice) async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.pepperoni, count: 1)
      try await cart.add(.cola, count: 1)
      try await cart.setPromo(" take7 ", isWanted: true)
      #expect(cart.state.promos.map(\.code) == ["TAKE7"])
      try await cart.setPromo("TENTH", isWanted: true)

      let state = await cart.when { $0.waiting.isEmpty && $0.totals?.isEstimate == false }

      #expect(state.addsUp)
      #expect(state.totals?.discount.minorUnits == 1_240)
      #expect(Set(state.promos.map(\.code)) == ["TAKE7", "TENTH"])
      for promo in state.promos {
        guard case .applied(let amount) = promo.state else {
          Issue.record("\(promo)")
          continue
        }
        #expect(state.totals?.discounts.contains(CartDiscount(promo.code, amount)) == true)
      }
      try await cart.setPromo("TAKE7", isWanted: false)
      #expect(cart.state.promos.map(\.code) == ["TENTH"])
      #expect(cart.state.addsUp)
      let without = await cart.when { $0.waiting.isEmpty && $0.totals?.isEstimate == false }
      #expect(without.totals?.discount.minorUnits == 610)
    }
  }

  func promoRefused(_ device: some CartDevice) async throws {
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

  func promoGift(_ device: some CartDevice) async throws {
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

      try await cart.setPromo("GIFT", isWanted: false)

      let after = await cart.when { $0.waiting.isEmpty && $0.lines.count == 1 }
      #expect(after.promos.isEmpty)
    }
  }

  func promoBad(_ device: some CartDevice) async throws {
    try await device.session { cart in
      for code in ["", "  \n", "A B", "A\u{0}", String(repeating: "A", count: 10_240)] {
        await #expect(throws: CartError.badPromoCode) {
          try await cart.setPromo(code, isWanted: true)
        }
      }
      #expect(cart.state.promos.isEmpty)
      #expect(device.server.requests.isEmpty)
    }
  }

  func badQuantity(_ device: some CartDevice) async throws {
    try await device.session { cart in
      for count in [0, -1, 100, .min, .max] {
        await #expect(throws: CartError.badQuantity(count, allowed: 1...99)) {
          try await cart.add(.cola, count: count)
        }
      }
      try await cart.add(.cola, count: 98)
      await #expect(throws: CartError.badQuantity(2, allowed: 1...99)) {
        try await cart.add(.cola, count: 2)
      }
      for count in [-1, 100, .min, .max] {
        await #expect(throws: CartError.badQuantity(count, allowed: 0...99)) {
          try await cart.setQuantity(count, of: CartItem.cola.line)
        }
      }
      await cart.settled()
      #expect(device.quantities == ["cola": 98])
    }
  }

  func badItem(_ device: some CartDevice) async throws {
    try await device.session { cart in
      try await cart.add(.cola, count: 1)
      let elsewhere = CartItem.sample("cola", "Cola", 600, city: RequestContext.belgrade.city)
      await #expect(throws: CartError.anotherCity(RequestContext.belgrade.city)) {
        try await cart.add(elsewhere, count: 1)
      }
      let dinars = CartItem.sample("ham", "Ham", 600, currency: "RSD")
      await #expect(throws: CartError.anotherCurrency(dinars.unitPrice.currency)) {
        try await cart.add(dinars, count: 1)
      }
      let bad: [CartItem] = [
        .sample("", "Cola", 600), .sample("cola", "", 600), .sample("cola", "Cola", -1),
        .sample("cola", "Cola", .max), .sample(String(repeating: "x", count: 5_000), "Cola", 1),
        .sample("cola", "Cola", 600, removed: (0..<200).map(String.init)),
      ]
      for item in bad {
        await #expect { try await cart.add(item, count: 1) } throws: { error in
          if case .badItem? = error as? CartError { true } else { false }
        }
      }
      await cart.settled()
      #expect(device.quantities == ["cola": 1])
    }
  }

  func unknownLine(_ device: some CartDevice) async throws {
    try await device.session { cart in
      let line = CartItem.cola.line
      await #expect(throws: CartError.unknownLine(line)) {
        try await cart.setQuantity(1, of: line)
      }
      await #expect(throws: CartError.unknownLine(line)) { try await cart.acceptPrice(of: line) }
      await #expect(throws: CartError.unknownChange(7)) { try await cart.discard(7) }
      await #expect(throws: CartError.unknownChange(7)) { try await cart.retry(7) }
    }
  }
}

extension CartDiscount {
  fileprivate init(_ code: String, _ amount: Money) { self.init(code: code, amount: amount) }
}
