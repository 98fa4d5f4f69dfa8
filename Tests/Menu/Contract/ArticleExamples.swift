import Foundation
import Menu
import Networking
import Pricing
import Storage
import Sync

// Code of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func draw(
  in environment: FeatureEnvironment, _ group: inout ThrowingTaskGroup<Void, any Error>,
  on screen: any Screen
) {
  let catalog = MenuFactory.makeCatalog(in: environment, fulfillment: .delivery)

  group.addTask { await catalog.run() }
  group.addTask {
    for await state in catalog.states() { await screen.draw(state) }
  }
}

func rows(_ state: MenuState, _ time: Date) -> [String] {
  guard let order = state.orderable(at: time) else { return [] }
  return order.menu.products.values.map { product in
    guard let absence = order.unavailability(of: .product(product.id)) else { return product.name }
    let wait = absence.returns.map { "back in \(Int($0.timeIntervalSince(time) / 60)) min" }
    return "\(product.name), \(wait ?? "gone for now")"
  }
}

extension Screen {
  func follow(
    _ catalog: any MenuCatalog, in group: inout ThrowingTaskGroup<Void, any Error>
  ) async {
    var shown: MenuState?
    group.addTask { await catalog.run() }
    for await state in catalog.states() {
      show(state.orderable(at: .now), changes: shown.flatMap { state.changes(since: $0) })
      shown = state
    }
  }

  func change(_ wish: inout ProductConfiguration, _ order: OrderableMenu) {
    wish.modifiers["toppings", default: [:]]["bacon", default: 0] += 1
    show(order.price(of: wish), order.problems(in: wish))
  }
}

/// Screen of an app.
private protocol Screen: Sendable {
  func draw(_ state: MenuState) async
  func show(_ menu: OrderableMenu?, changes: MenuChanges?)
  func show(_ price: Money?, _ problems: [ConfigurationProblem])
}
