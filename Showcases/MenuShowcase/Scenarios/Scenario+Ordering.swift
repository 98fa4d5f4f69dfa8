import Commerce
import Foundation
import Menu
import MenuKit
import Sandbox
import ShowcaseKit

extension Scenario {
  static let stopList = Scenario(
    "stop-list",
    "Sold-out items are shown at once, in products and combos, with the time when they return."
  ) { (script: Script) in
    let (catalog, menu) = try await script.launchOnline()
    guard let combo = menu.menu.combos["combo-dinner"], let slot = menu.menu.slots[combo.slots[0]]
    else {
      throw NoMenu()
    }
    let first = slot.options[0]
    func tellAll() async throws {
      let menu = try await script.menu(catalog)
      let product = menu.menu.variants[first]?.product ?? ""
      for item: MenuItem in [.product(product), .variant(first), .combo(combo.id)] {
        script.detail(script.line(item, menu))
      }
      let other = menu.replacement(for: first, in: slot.id)
      script.detail("replacement: \(other.map { menu.name(.variant($0)) } ?? "none")")
    }
    script.tell("Everything is available")
    try await tellAll()
    let hour = Int64(Script.noon.timeIntervalSince1970) + 3_600
    func stop(_ what: String, _ stops: [MenuServerModel.Stop]) async throws {
      script.tell(what)
      script.stop(stops)
      await script.refreshUnavailable(catalog)
      try await tellAll()
    }
    try await stop(
      "One option of the combo is sold out for an hour",
      [.init(kind: "variant", id: first.rawValue, until: hour, reason: "soldOut")])
    try await stop(
      "Two units of the option are left",
      [.init(kind: "variant", id: first.rawValue, left: 2)])
    try await stop(
      "All options are sold out, one of them for two hours",
      slot.options.enumerated().map { position, option in
        let until = position == 0 ? hour + 3_600 : nil
        return .init(kind: "variant", id: option.rawValue, until: until, reason: "soldOut")
      })
    try await stop(
      "The oven is broken; an ingredient, all sauces and an unknown kind of item are unavailable",
      [
        .init(kind: "product", id: "pizza-pepperoni", reason: "equipment"),
        .init(kind: "ingredient", id: "onion"), .init(kind: "modifier", id: "garlic-sauce"),
        .init(kind: "modifier", id: "bbq-sauce", until: hour),
        .init(kind: "modifier", id: "cheese-sauce"), .init(kind: "oven", id: "2"),
      ])
    let later = try await script.menu(catalog)
    script.detail(script.line(.product("pizza-pepperoni"), later))
    script.detail(script.line(.product("tea-mint"), later))
    try await stop("Everything is available again", [])
  }

  static let combo = Scenario(
    "combo", "Two combos are filled slot by slot, with surcharges, and added to the cart."
  ) { (script: Script) in
    let (catalog, menu) = try await script.launchOnline()
    for id: Combo.ID in ["combo-lunch", "combo-dinner"] {
      guard let combo = menu.menu.combos[id], var chosen = menu.start(with: id) else {
        throw NoMenu()
      }
      script.tell(script.line(.combo(id), menu))
      for slot in combo.slots.compactMap({ menu.menu.slots[$0] }) {
        let dearer = slot.options.filter { menu.menu.surcharge(of: $0, in: slot.id) != nil }.count
        script.detail(
          "\(slot.name): \(slot.options.count) options, \(dearer) with a surcharge, "
            + (slot.quantity.isRequired ? "required" : "optional"))
      }
      script.tell("Choose nothing", ComboConfiguration(id), menu)
      script.tell("Choose the cheapest option of each required slot", chosen, menu)
      let cheap = menu.menu.slots[combo.slots[0]]?.options.last
      if let start = cheap.flatMap({ menu.start(with: $0) }) {
        chosen.choices[combo.slots[0]] = [start]
      }
      script.tell("Choose the last option of the first slot, without a surcharge", chosen, menu)
      chosen.choices[combo.slots[0]]?[0].modifiers["sauces"] = ["bbq-sauce": 2]
      script.tell("Add barbecue sauce twice: one is free", chosen, menu)
      var wrong = chosen
      wrong.choices[combo.slots[1]] = [
        ProductConfiguration("tea-mint-cup"), ProductConfiguration("nothing"),
      ]
      script.tell("Choose items that the slot does not offer", wrong, menu)
      if let item = menu.ordered(chosen) { script.details(menu.lines(item)) }
      let allergens = menu.menu.allergens(of: id)
      let possible = allergens?.possible.map(\.rawValue).sorted().joined(separator: ", ") ?? ""
      script.detail("may contain: \(possible)")
    }
  }

  static let yourWay = Scenario(
    "your-way", "Products and combos with the rules of chains: each step shows the price."
  ) { (script: Script) in
    let (catalog, menu) = try await script.launchOnline()
    func start(_ variant: Variant.ID) throws -> ProductConfiguration {
      guard let start = menu.start(with: variant) else { throw NoMenu() }
      return start
    }
    var pizza = try start("own-pizza")
    script.tell("Your pizza, as it is first offered", pizza, menu)
    pizza.modifiers["own-dough"] = ["dough-wholegrain": 1]
    pizza.modifiers["own-size-classic"] = nil
    script.tell("Choose another dough, which has sizes of its own", pizza, menu)
    pizza.modifiers["own-size-wholegrain"] = ["size-30": 1]
    script.tell("Choose its size", pizza, menu)
    pizza.modifiers["own-toppings"] = ["mushrooms": 1, "jalapeno": 1]
    pizza.modifiers["own-premium"] = ["bacon": 1]
    script.tell("Add three toppings of two lists, which are free", pizza, menu)
    pizza.modifiers["own-toppings"]?[ModifierChoice("mozzarella", on: .first, amount: "extra")] = 1
    script.tell("Add extra mozzarella on the first half", pizza, menu)
    if let item = menu.ordered(pizza) { script.details(menu.lines(item)) }
    for variant: Variant.ID in ["own-sub-s", "own-sub-l", "own-sub-l-thin"] {
      var sub = try start(variant)
      sub.modifiers = [
        "sub-sauces": ["bbq-sauce": 1, "garlic-sauce": 1], "sub-extras": ["sub-cheese": 1],
      ]
      script.tell("\(menu.name(.variant(variant))) with two sauces and cheese", sub, menu)
    }
    var sub = try start("own-sub-s")
    sub.modifiers["sub-extras"] = ["no-cheese": 1]
    script.tell("A sub sandwich without cheese", sub, menu)
    var wings = try start("own-wings")
    for count in 1...2 {
      wings.modifiers["wing-sauces"] = ["bbq-sauce": count, "garlic-sauce": count]
      script.tell("Chicken wings with \(2 * count) dips", wings, menu)
    }
    let latte = try start("own-latte")
    script.tell("A latte at noon", latte, menu)
    let happy = try await script.menu(catalog, at: Script.noon + 3.5 * 3_600)
    script.tell("A latte at half past three", latte, happy)
    for id: Combo.ID in ["combo-two-pizzas", "combo-office", "combo-own"] {
      guard var combo = menu.start(with: id) else { throw NoMenu() }
      combo.modifiers = id == "combo-office" ? ["office-cutlery": ["bread": 2]] : [:]
      script.tell(script.line(.combo(id), menu), combo, menu)
      if let item = menu.ordered(combo) { script.details(menu.lines(item)) }
    }
    script.tell("A vegan who avoids milk")
    let filter = MenuFilter(avoiding: [MenuTag(rawValue: "milk")], diet: MenuTag(rawValue: "vegan"))
    let fits = menu.items(fitting: filter)
    for item in menu.menu.categories.flatMap(\.items) {
      switch fits[item] {
      case .fits: script.detail(menu.name(item))
      case .fitsWithout(let removed):
        let names = removed.map { menu.name(.ingredient($0)) }.sorted()
        script.detail("\(menu.name(item)) without \(names.joined(separator: ", "))")
      default: break
      }
    }
  }

  static let halves = Scenario(
    "halves", "A pizza of two halves: its price, and the combinations that are invalid."
  ) { (script: Script) in
    let (catalog, menu) = try await script.launchOnline()
    for pizza: Variant.ID in ["pizza-margherita-m-classic", "pizza-salmon-m-classic"] {
      script.tell(
        menu.name(.variant(pizza)), menu.start(with: pizza) ?? ProductConfiguration(pizza), menu)
    }
    guard var half = menu.start(with: "pizza-margherita-m-classic" as Variant.ID) else {
      throw NoMenu()
    }
    half.secondHalf = ProductConfiguration.Half("pizza-salmon-m-classic")
    script.tell("Choose half of each", half, menu)
    half.secondHalf?.removed = Set(menu.menu.products["pizza-salmon"]?.ingredients.prefix(1) ?? [])
    if let item = menu.ordered(half) { script.details(menu.lines(item)) }
    half.secondHalf = ProductConfiguration.Half("pizza-salmon-l-thin")
    script.tell("Choose a larger second half with another crust", half, menu)
    half.secondHalf = ProductConfiguration.Half("burger-salmon-single")
    script.tell("Choose a burger as the second half", half, menu)
    for rule in ["dearer", "sumOfHalves"] {
      script.publish([
        MenuEdit("products", "pizza-margherita", .set("halves/pricing", "\"\(rule)\""))
      ])
      await script.refresh(catalog)
      half.secondHalf = ProductConfiguration.Half("pizza-salmon-m-classic")
      script.tell("With the pricing rule \(rule)", half, try await script.menu(catalog))
    }
  }

  static let scheduledForLater = Scenario(
    "scheduled-for-later",
    "The menu at the time of a scheduled order: breakfast hours, and items that return."
  ) { (script: Script) in
    let (catalog, _) = try await script.launchOnline()
    let evening = Int64(Script.noon.timeIntervalSince1970) + 6 * 3_600
    script.stop([
      .init(kind: "product", id: "tea-mint", until: evening, reason: "soldOut"),
      .init(kind: "product", id: "tea-lemon", reason: "soldOut"),
      .init(kind: "product", id: "breakfast-syrniki", until: evening, reason: "soldOut"),
    ])
    await script.refreshUnavailable(catalog)
    // The order times: now, this evening, tomorrow before breakfast, tomorrow during breakfast, and
    // Saturday, when breakfast lasts longer than on weekdays.
    for hours in [nil, 6.0, 18, 20, 96.5] {
      let time = hours.map { Script.noon + $0 * 3_600 }
      let menu = try await script.menu(catalog, at: time)
      script.tell(
        time.map { "An order for \(SandboxCity.wall($0))" }
          ?? "An order now, \(SandboxCity.wall(script.now))")
      for id: MenuProduct.ID in [
        "breakfast-pancakes", "breakfast-syrniki", "tea-mint", "tea-lemon",
      ] {
        script.detail(script.line(.product(id), menu))
      }
    }
  }

  static let languageSwitch = Scenario(
    "language-switch", "The menu of each language and fulfillment method is stored separately."
  ) { (script: Script) in
    let catalog = try script.launch(in: "ru")
    await script.refreshAndTellMenu(catalog, categories: 2)
    for (language, fulfillment) in [
      ("kk", FulfillmentMethod.delivery), ("en", .delivery), ("en", .pickup),
    ] {
      script.tell("Switch to \(SandboxCity.name(of: language)), \(fulfillment.words)")
      try script.settle(in: language)
      await catalog.setFulfillment(fulfillment)
      script.tellMenu(await script.orderable(catalog), categories: 2)
      await script.refresh(catalog)
      script.tellMenu(await script.orderable(catalog), categories: 2)
    }
    script.setFault(.offline, of: script.sandbox)
    script.tell("Switch to Kazakh, delivery")
    try script.settle(in: "kk")
    await catalog.setFulfillment(.delivery)
    script.tellMenu(await script.orderable(catalog), categories: 2)
    script.tell("Switch to Kazakh, pickup")
    await catalog.setFulfillment(.pickup)
    script.tellMenu(await script.orderable(catalog), categories: 2)
  }
}
