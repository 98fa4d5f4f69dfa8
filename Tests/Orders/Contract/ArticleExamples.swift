import Commerce
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

/// Stand-ins for the views and the other features of an app.
private protocol OrderList { func apply(_ orders: [Order]) }
