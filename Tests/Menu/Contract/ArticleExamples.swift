import Commerce
import Foundation
import Menu
import Storage
import Sync

// Code of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func draw(
  in environment: FeatureEnvironment, _ group: inout ThrowingTaskGroup<Void, any Error>,
  on screen: any Screen
) {
  let catalog = environment.makeMenuCatalog(fulfillment: .delivery)

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

private func switchToPickup(
  _ environment: FeatureEnvironment, in group: inout ThrowingTaskGroup<Void, any Error>
) async {
  let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
  group.addTask { await catalog.run() }
  await catalog.setFulfillment(.pickup)
}

private func update(_ catalog: any MenuCatalog) async throws(SyncError) {
  try await catalog.refresh()  // The user pulls the list down.
  try await catalog.refreshUnavailable()  // A push message reports a change.
}

private func suitable(_ order: OrderableMenu) -> [MenuItem: MenuFit] {
  let filter = MenuFilter(avoiding: [MenuTag(rawValue: "nuts")], diet: MenuTag(rawValue: "vegan"))
  let suitable = order.items(fitting: filter).filter { $0.value == .fits }
  return suitable
}

private func facts(_ variant: Variant, _ image: ImageSet) -> (Nutrition?, String?) {
  let facts = variant.grams.flatMap { variant.nutrition?.portion(grams: $0) }
  let path = image.width(filling: 640).map { "\(image.path)/\($0)" }
  return (facts, path)
}

private func variants(of product: MenuProduct, in menu: MenuSnapshot) -> [Variant] {
  let variants = product.variants.compactMap { menu.variants[$0] }
  return variants
}

private func halves() -> ProductConfiguration {
  var wish = ProductConfiguration("margherita-30")
  wish.removed = ["basil"]
  wish.secondHalf = ProductConfiguration.Half("diavola-30")
  return wish
}

private func addToppings(to wish: inout ProductConfiguration) {
  wish.modifiers["toppings"] = [ModifierChoice("bacon", on: .first, amount: "extra"): 1]
}

extension Screen {
  func configure(_ variant: Variant.ID, _ order: OrderableMenu) {
    guard var wish = order.start(with: variant) else { return }
    wish.modifiers["toppings", default: [:]]["bacon", default: 0] += 1
    show(order.price(of: wish), order.problems(in: wish))
    if let item = order.ordered(wish) { add(item) }
  }

  func configure(_ combo: Combo.ID, _ order: OrderableMenu) {
    guard var wish = order.start(with: combo) else { return }
    wish.choices["drink"] = [ProductConfiguration("cola-05")]
    show(order.price(of: wish), order.problems(in: wish))
  }

  func replace(
    _ option: Variant.ID, in slot: ComboSlot.ID, of wish: inout ComboConfiguration,
    _ order: OrderableMenu
  ) {
    if let other = order.replacement(for: option, in: slot) {
      wish.choices[slot] = [ProductConfiguration(other)]
    }
  }

  func describe(_ wish: ProductConfiguration, _ menu: MenuSnapshot, _ order: OrderableMenu) {
    show(menu.allergens(of: wish), menu.diets(of: wish))

    for group in menu.groups(in: wish) {
      for id in group.modifiers {
        draw(menu.modifiers[id]?.name, menu.price(of: id, in: group.id, with: wish.variant))
      }
    }

    if let left = order.unitsLeft(of: .variant(wish.variant)) { showBadge("\(left) left") }
  }

  func find(_ text: String, _ menu: MenuSnapshot, _ order: OrderableMenu) {
    for item in menu.search(text) { draw(item, from: order.lowestPrice(of: item)) }
  }

  func draw(_ line: ProductConfiguration, _ menu: MenuSnapshot) {
    if let item = menu.ordered(line) { draw(item.name, item.choices.map(\.name), item.price) }
  }

  func price(of line: ItemConfiguration, _ order: OrderableMenu) -> Money? {
    guard let wish = MenuSelection(line, in: order.menu) else { return nil }
    return order.ordered(wish)?.price
  }

  func load(_ catalog: any MenuCatalog) async {
    await catalog.load()
    show(catalog.state.orderable(at: .now), changes: nil)
  }

  func open(_ state: MenuState) {
    guard let order = state.orderable(at: .now) else { return showPlaceholder() }
    show(order, changes: nil)
  }
}

/// Screen of an app.
private protocol Screen: Sendable {
  func add(_ item: OrderedItem)
  func draw(_ item: MenuItem, from price: Money?)
  func draw(_ name: String?, _ price: Money?)
  func draw(_ name: String, _ parts: [String], _ price: Money)
  func show(_ allergens: Allergens, _ diets: Set<MenuTag>)
  func showBadge(_ text: String)
  func showPlaceholder()
  func draw(_ state: MenuState) async
  func show(_ menu: OrderableMenu?, changes: MenuChanges?)
  func show(_ price: Money?, _ problems: [ConfigurationProblem])
}
