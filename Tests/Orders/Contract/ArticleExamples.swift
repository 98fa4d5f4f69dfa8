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

/// Stand-ins for the views and the other features of an app.
private protocol OrderList { func apply(_ orders: [Order]) }
