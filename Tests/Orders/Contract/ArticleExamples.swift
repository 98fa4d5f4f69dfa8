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

private func repeatOrder(_ order: Order, _ menu: any Menu, _ cart: any Cart) async throws {
  let again = order.reordering { line in
    menu.item(line.configuration).map { ($0, $0.unitPrice) }
  }
  for line in again.lines { try await cart.add(line.item, count: line.line.quantity) }
}

/// Stand-ins for the views and the other features of an app.
private protocol OrderList { func apply(_ orders: [Order]) }
private struct MenuItem { let unitPrice: Money }
private protocol Menu { func item(_ configuration: ItemConfiguration) -> MenuItem? }
private protocol Cart { func add(_ item: MenuItem, count: Int) async throws }
