import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Pricing
import Storage
import Sync
import Testing

@Suite struct FeeEstimateTests {
  /// Returns a cart in a city where delivery costs 5.00; it is free from 1,000.00 and for pickup.
  private func makeCart(_ gate: Gate) -> any ShoppingCart {
    let environment = FeatureEnvironment(
      transport: CartServerDouble(), city: SettledCity(.almaty, gate: gate))
    let cart = CartFactory.makeCart(in: environment) { _, fulfillment, items in
      let isFree = fulfillment?.method == .pickup || items.minorUnits >= 100_000
      return [CartTotals.Fee(kind: "delivery", amount: Money(isFree ? 0 : 500, items.currency))]
    }
    return cart
  }

  @Test func `an offline sum has the fee that the app knows`() async throws {
    let cart = makeCart(Gate(closedFor: [.offline]))
    try await cart.add(.margherita, count: 1)
    let totals = try #require(cart.state.totals)
    #expect(totals.isEstimate)
    #expect(totals.fees.map(\.amount.minorUnits) == [500])
    #expect(totals.due.minorUnits == totals.items.minorUnits + 500)
  }

  @Test func `a fee that the fulfillment or the sum waives is in no offline sum`() async throws {
    let cart = makeCart(Gate(closedFor: [.offline]))
    try await cart.add(.margherita, count: 1)
    try await cart.setFulfillment(CartFulfillment(.pickup, "1"))
    #expect(cart.state.totals?.fees == [])
    try await cart.setFulfillment(CartFulfillment(.delivery, "home"))
    #expect(cart.state.totals?.fees.count == 1)
    try await cart.add(.margherita, count: 50)
    #expect(cart.state.totals?.fees == [])
  }
}
