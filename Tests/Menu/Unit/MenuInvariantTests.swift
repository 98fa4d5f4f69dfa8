import Commerce
import SyncTestSupport
import Testing

@testable import Menu

/// Rules that hold for every menu and every configuration.
struct MenuInvariantTests {
  @Test(arguments: ChainMenu.all)
  func `An item that fits neither contains nor may contain an avoided allergen`(
    _ chain: ChainMenu
  ) throws {
    let order = try MenuSnapshot(chain.document()).at()
    let tags = order.menu.products.values.map(\.allergens)
      .reduce(into: Set<MenuTag>()) { $0.formUnion($1.contained.union($1.possible)) }
    #expect(!tags.isEmpty)
    for tag in tags {
      for (item, fit) in order.items(fitting: MenuFilter(avoiding: [tag])) {
        let allergens =
          switch item {
          case .combo(let id): order.start(with: id).map(order.menu.allergens(of:))
          case .product(let id):
            order.menu.products[id]?.variants.first.flatMap(order.start)
              .map(order.menu.allergens(of:))
          default: Allergens?.none
          }
        let found = try #require(allergens)
        let isAvoided = found.contained.union(found.possible).contains(tag)
        #expect(fit != .fits || !isAvoided && found.isComplete, "\(item) \(tag)")
        if case .fitsWithout(let removed) = fit { #expect(!removed.isEmpty) }
      }
    }
  }

  @Test(arguments: 1...48)
  func `An ordered item has the configuration from which the selection is made again`(
    _ seed: UInt64
  ) throws {
    var world = RandomMenu(seed: seed)
    let order = try MenuSnapshot(world.document).at()
    var count = 0
    let starts = order.menu.variants.compactMap { order.start(with: $0.id) }
    for wish in starts + (0..<60).map({ _ in world.configuration() }) {
      guard let item = order.ordered(wish) else { continue }
      count += 1
      let again = MenuSelection(item.configuration, in: order.menu)
      #expect(again == .product(wish.withoutEmptyChoices))
    }
    let combos = order.menu.combos.keys.compactMap { order.start(with: $0) }
    for wish in combos + (0..<60).map({ _ in world.combo() }) {
      guard let item = order.ordered(wish) else { continue }
      count += 1
      guard case .combo(let again) = MenuSelection(item.configuration, in: order.menu) else {
        Issue.record("\(wish) is no combo again")
        continue
      }
      let wished = wish.withoutEmptyChoices
      #expect(again.combo == wished.combo && again.modifiers == wished.modifiers)
      // The products of a slot have no order of their own.
      #expect(again.choices.mapValues(Set.init) == wished.choices.mapValues(Set.init))
      #expect(item.products.count == wish.choices.values.joined().count)
    }
    #expect(count > 5)
  }
}

extension ModifierSelection {
  fileprivate var withoutEmptyChoices: ModifierSelection {
    mapValues { $0.filter { $0.value > 0 } }.filter { !$0.value.isEmpty }
  }
}

extension ProductConfiguration {
  fileprivate var withoutEmptyChoices: ProductConfiguration {
    var configuration = self
    configuration.modifiers = modifiers.withoutEmptyChoices
    return configuration
  }
}

extension ComboConfiguration {
  fileprivate var withoutEmptyChoices: ComboConfiguration {
    var configuration = self
    configuration.modifiers = modifiers.withoutEmptyChoices
    configuration.choices = choices.filter { !$0.value.isEmpty }
      .mapValues { $0.map(\.withoutEmptyChoices) }
    return configuration
  }
}
