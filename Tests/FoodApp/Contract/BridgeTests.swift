import Cart
import Cities
import Commerce
import FoodApp
import FoodAppTestSupport
import Menu
import Sandbox
import StorageTestSupport
import Testing

/// Tests of the values that cross from one feature to another, over the whole menu of the sandbox.
struct BridgeTests {
  private let device = FoodAppDevice(.memory)

  @Test func `A cart's item, its choices and its item again are the same`() async throws {
    try await device.runAsGuest { app, _ in
      let menu = try await app.orderableMenu()
      let selections = Self.selections(of: menu)
      #expect(selections.count > 800)
      var differences: [MenuSelection] = []
      var items: [CartItem] = []
      for selection in selections {
        guard let ordered = menu.menu.ordered(selection) else {
          differences.append(selection)
          continue
        }
        let item = CartItem(ordered, in: menu.menu, of: .almaty)
        let again = MenuSelection(item.configuration, in: menu.menu)
        let copy = again.flatMap { menu.menu.ordered($0) }.map {
          CartItem($0, in: menu.menu, of: .almaty)
        }
        if again != selection || copy != item { differences.append(selection) }
        items.append(item)
      }
      #expect(differences.isEmpty, "\(differences.count): \(String(describing: differences.first))")
      // Lines of different choices have different ids.
      #expect(Set(items.map(\.line)).count == items.count)
      #expect(Set(items.map(\.configuration)).count == items.count)
      // Nor do two of them have the same texts at different prices.
      let texts = items.map { [$0.name, $0.variantName ?? ""] + $0.details }
      let prices = zip(texts, items).map {
        [$0.joined(separator: "|"), "\($1.unitPrice.minorUnits)"]
      }
      #expect(Set(prices).count == Set(texts).count)
    }
  }

  /// One city for each way to convert the sandbox's menu: not at all, to a smaller unit, to a larger
  /// unit, and to one without decimal digits.
  @Test(arguments: [CityID.almaty, .moscow, 1_512_569, 2_950_159, 1_566_083])
  func `The menu and the cart of a city have its currency, and the same prices`(
    _ city: CityID
  ) async throws {
    try await device.run { app in
      let currency = try await app.choose(city).rules.currency.code
      let cart = try await app.currentUser().cart
      for item in [MenuItem.product("pizza-pepperoni"), .combo("combo-lunch")] {
        let item = try await app.item(item)
        #expect(item.unitPrice.currency == currency)
        #expect(item.unitPrice.minorUnits > 0)
        try await cart.add(item, count: 1)
      }
      let state = try await cart.settled()
      #expect(state.totals?.due.currency == currency)
      #expect(state.lines.count == 2 && state.lines.allSatisfy(\.problems.isEmpty))
      let prices = state.lines.map(\.item.unitPrice.minorUnits)
      #expect(state.totals?.items.minorUnits == prices.reduce(0, +))
    }
  }

  @Test func `Each country has its rules`() async throws {
    try await device.run { app in
      await app.until(.cities, .running)
      let groups = try await app.cities.refreshList().groups
      #expect(groups.count == 25)
      for group in groups {
        let city = try await app.choose(try #require(group.cities.first).id)
        #expect(city.rules.addressTemplate == city.country.code)
      }
    }
  }

  @Test func `A line without the group of its modifier finds the group that offers it`()
    async throws
  {
    try await device.runAsGuest { app, _ in
      let menu = try await app.orderableMenu()
      let line = ItemConfiguration(
        product: "pizza-margherita", variant: "pizza-margherita-l-thin",
        modifiers: [.init("mozzarella", count: 2)])
      let pizza = try #require(MenuSelection(line, in: menu.menu)?.product)
      #expect(pizza.modifiers == ["toppings": ["mozzarella": 2]])
    }
  }

  @Test func `A modifier stays in its group although an earlier group offers it too`() async throws
  {
    device.server.change { world in
      let sauces = MenuEdit(
        "groups", "sauces", .set("modifiers", #"["garlic-sauce", "mozzarella"]"#))
      let halves = MenuEdit("groups", "toppings", .set("portions", #"{"half":50}"#))
      world.menus.publish([sauces, halves], in: .almaty)
    }
    try await device.runAsGuest { app, _ in
      let menu = try await app.orderableMenu().menu
      let line = ItemConfiguration(
        product: "pizza-margherita", variant: "pizza-margherita-m-thin",
        modifiers: [.init("mozzarella", in: "sauces")])
      let pizza = try #require(MenuSelection(line, in: menu)?.product)
      #expect(pizza.modifiers == ["sauces": ["mozzarella": 1]])
      for (half, text) in [(.first, "◐"), (.second, "◑")] as [(ModifierChoice.Portion, String)] {
        var other = pizza
        other.modifiers["toppings"] = [ModifierChoice("bacon", on: half): 1]
        let item = try await app.orderableMenu().cartItem(.product(other), in: .almaty)
        #expect(item?.details.contains("+ Bacon \(text)") == true)
      }
    }
  }

  @Test func `A new selection has the first variant that is available`() async throws {
    try await device.runAsGuest { app, _ in
      func variant() async throws -> Variant.ID? {
        try await app.orderableMenu().selection(of: .product("pizza-margherita"))?.product?.variant
      }
      let menu = try await app.orderableMenu().menu
      let all = try #require(menu.products["pizza-margherita"]).variants
      let initial = try await variant()
      #expect(initial == all[0])
      for (stopped, expected) in [(all.prefix(1), all[1]), (all[...], all[0])] {
        device.server.change { world in
          world.menus.stop(stopped.map { .init(kind: "variant", id: $0.rawValue) }, in: .almaty)
        }
        try await app.menu.refreshUnavailable()
        let selected = try await variant()
        #expect(selected == expected)
      }
    }
  }

  @Test func `A line without a variant is a selection only of a product with a single one`()
    async throws
  {
    try await device.runAsGuest { app, _ in
      let menu = try await app.orderableMenu().menu
      let line = ItemConfiguration(product: "cake-honey")
      let cake = try #require(MenuSelection(line, in: menu)?.product)
      #expect(cake.variant == "cake-honey")
      #expect(MenuSelection(ItemConfiguration(product: "pizza-margherita"), in: menu) == nil)
    }
  }

  @Test func `A delivery is free from the limit on`() async throws {
    try await device.run { app in
      let city = try await app.choose(.moscow)
      let terms = try #require(city.fulfillments.first { $0.method == .delivery })
      let limit = try #require(terms.freeFrom)
      let home = CartFulfillment(.delivery, "home")
      func fees(_ items: Int64) -> [Int64] {
        city.fees(for: home, Money(items, city.rules.currency.code)).map(\.amount.minorUnits)
      }
      #expect(fees(limit) == [0] && fees(limit - 1) == [terms.fee])
      // While the country changes its currency, only the server knows the fee.
      let dinar = try #require(CurrencyCode(rawValue: "RSD"))
      let other = city.fees(for: home, Money(1, dinar))
      #expect(other == [Fee("delivery", Money.zero(dinar), isExact: false)])
    }
  }

  @Test func `Prices have the language of the city's texts and the format of its country`()
    async throws
  {
    try await device.run { app in
      let city = try await app.choose(.almaty)
      #expect(
        city.moneyFormat == MoneyFormat(city.rules.currency, language: "en", region: "KZ"))
    }
  }

  @Test func `A line that the menu no longer has is no selection`() async throws {
    try await device.runAsGuest { app, _ in
      let menu = try await app.orderableMenu().menu
      #expect(MenuSelection(ItemConfiguration(product: "gone"), in: menu) == nil)
      let half = ItemConfiguration.Part(
        ItemConfiguration.secondHalf, ItemConfiguration(product: "gone", variant: "gone-l-thin"))
      let pizza = ItemConfiguration(
        product: "pizza-margherita", variant: "pizza-margherita-l-thin", parts: [half])
      #expect(MenuSelection(pizza, in: menu) == nil)
      let combo = ItemConfiguration(
        product: "combo-lunch",
        parts: [.init("combo-lunch-main", ItemConfiguration(product: "gone"))])
      #expect(MenuSelection(combo, in: menu) == nil)
    }
  }

  /// Returns every variant, plain and with choices, every pair of halves, and every option of each combo.
  private static func selections(of menu: OrderableMenu) -> [MenuSelection] {
    let all = menu.menu
    var products = all.variants.map { ProductConfiguration($0.id) }
    for variant in all.variants {
      guard let product = all.products[variant.product] else { continue }
      var rich = ProductConfiguration(variant.id)
      rich.removed = Set(product.ingredients.prefix(2))
      for group in all.groups(in: rich) {
        rich.modifiers[group.id] = Dictionary(
          uniqueKeysWithValues: group.modifiers.prefix(3).enumerated().map {
            (ModifierChoice($1), $0 + 1)
          })
      }
      if !rich.removed.isEmpty || !rich.modifiers.isEmpty { products.append(rich) }
      for partner in product.halves {
        let second = all.variants.first {
          ($0.product, $0.size, $0.crust) == (partner, variant.size, variant.crust)
        }
        guard let second, let other = all.products[partner] else { continue }
        var half = rich
        half.secondHalf = ProductConfiguration.Half(second.id)
        half.secondHalf?.removed = Set(other.ingredients.suffix(1))
        products.append(half)
      }
    }
    var selections = products.map(MenuSelection.product)
    for combo in all.combos.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      guard let start = menu.start(with: combo.id) else { continue }
      selections.append(.combo(start))
      for group in all.groups(in: start) {
        var rich = start
        rich.modifiers[group.id] = Dictionary(
          uniqueKeysWithValues: group.modifiers.map { (ModifierChoice($0), 2) })
        selections.append(.combo(rich))
      }
      for slot in combo.slots.compactMap({ all.slots[$0] }) {
        for option in slot.options where option != start.choices[slot.id]?.first?.variant {
          guard let choice = menu.start(with: option) else { continue }
          var other = start
          other.choices[slot.id] = [choice]
          selections.append(.combo(other))
        }
      }
    }
    return selections
  }
}

extension MenuSelection {
  /// The configured product; `nil` for a combo.
  var product: ProductConfiguration? {
    if case .product(let product) = self { product } else { nil }
  }
}
