import Cart
import FoodApp
import OrderRating
import Orders
import Storage
import Sync

// The listings of the module `Orders` that pass values between features.

private func follow(
  _ environment: FeatureEnvironment, _ reviews: any OrderReviews, _ list: any OrderList,
  _ screen: any ReviewScreen, in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let orders = environment.makeOrderTracker()

  group.addTask { try await orders.run() }

  for await state in orders.states() {
    list.apply(state.active)
    let received = state.finished.filter { $0.status == .fulfilled }.map(RatableOrder.init)
    if let draft = try await reviews.prompt(among: received) {
      await screen.ask(draft)
      try await orders.acknowledge(draft.id)
    }
  }
}

private func handOver(_ cart: any ShoppingCart, to orders: any OrderTracker) async throws {
  for await state in cart.states() {
    for placed in state.placedOrders {
      guard let order = Order(placed) else { continue }
      try await orders.track(order)
      guard orders.state.sync.isDurable else { continue }
      try await cart.acknowledge(placed.id)
    }
  }
}

/// Stand-ins for the views of an app.
private protocol OrderList: Sendable { func apply(_ orders: [Order]) }
private protocol ReviewScreen: Sendable { func ask(_ draft: ReviewDraft) async }
