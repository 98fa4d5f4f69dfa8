import Commerce
import Foundation
import Orders
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func create(
  _ environment: FeatureEnvironment, _ list: any OrderList,
  in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let orders = environment.makeOrderTracker()

  group.addTask { try await orders.run() }

  for await state in orders.states() {
    list.apply(state.active)
  }
}

func rows(of orders: any OrderTracker) -> [String] {
  let now = orders.serverTime
  return orders.state.active.map { order in
    var row = "\(order.number): \(order.status.rawValue)"
    if let now, let end = order.promised?.to {
      row += ", in \(max(0, Int(end.timeIntervalSince(now) / 60))) min"
    }
    if let now, let until = order.cancelableUntil, now < until { row += ", can be canceled" }
    return row
  }
}

private func listen(
  to pushes: AsyncStream<(order: Order.ID, revision: Int)>, _ orders: any OrderTracker
) async {
  for await push in pushes {
    await orders.receive(OrderEvent(push.order, revision: push.revision))
  }
}

private func open(
  _ id: Order.ID, _ orders: any OrderTracker, on screen: any OrderList
) async throws(OrdersError) {
  let order = try await orders.order(id)
  if order.status == .fulfilled { screen.thank(order) }
}

private func scroll(
  past page: OrderPage, _ orders: any OrderTracker, in list: any OrderList
) async throws(OrdersError) {
  guard let next = page.next else { return }
  list.append(try await orders.history(after: next).orders)
}

private func cancel(_ order: Order, _ orders: any OrderTracker) async throws(OrdersError) {
  if let now = orders.serverTime, let until = order.cancelableUntil, now < until {
    try await orders.cancel(order.id)
  }
}

private func clear(_ orders: any OrderTracker) async throws(OrdersError) {
  for order in orders.state.finished { try await orders.acknowledge(order.id) }
}

/// Stand-ins for the views and the other features of an app.
private protocol OrderList {
  func apply(_ orders: [Order])
  func append(_ orders: [Order])
  func thank(_ order: Order)
}
