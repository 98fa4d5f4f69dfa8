import Foundation
import Menu
import Networking
import Sandbox
import ShowcaseKit

extension Scenario {
  static let stopList = Scenario(
    "stop-list", "What is sold out shows at once, in products and combos, and says when it returns."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    guard let combo = menu.menu.combos["combo-1"], let slot = menu.menu.slots[combo.slots[0]] else {
      throw NoMenu()
    }
    let first = slot.options[0]
    func tellAll() async throws {
      let menu = try await script.menu(catalog)
      let product = menu.menu.variants[first]?.product ?? ""
      for item: MenuItem in [.product(product), .variant(first), .combo(combo.id)] {
        stage.transcript.detail(script.line(item, menu))
      }
      let other = menu.replacement(for: first, in: slot.id)
      stage.transcript.detail("in its place: \(other.map { menu.name(.variant($0)) } ?? "nothing")")
    }
    script.tell("Everything is there")
    try await tellAll()
    let hour = Int64(Script.noon.timeIntervalSince1970) + 3_600
    func stop(_ what: String, _ stops: [MenuServerModel.Stop]) async throws {
      script.tell(what)
      script.stop(stops)
      await script.refreshUnavailable(catalog)
      try await tellAll()
    }
    try await stop(
      "One option is sold out for an hour",
      [.init(kind: "variant", id: first.rawValue, until: hour, reason: "soldOut")])
    try await stop(
      "All options of the slot are, one of them for two hours",
      slot.options.enumerated().map { position, option in
        let until = position == 0 ? hour + 3_600 : nil
        return .init(kind: "variant", id: option.rawValue, until: until, reason: "soldOut")
      })
    try await stop(
      "The oven is broken, an ingredient and all sauces are out, and something unknown is",
      [
        .init(kind: "product", id: "pizza-pepperoni", reason: "equipment"),
        .init(kind: "ingredient", id: "onion"), .init(kind: "modifier", id: "garlic-sauce"),
        .init(kind: "modifier", id: "bbq-sauce", until: hour),
        .init(kind: "modifier", id: "cheese-sauce"), .init(kind: "oven", id: "2"),
      ])
    let later = try await script.menu(catalog)
    stage.transcript.detail(script.line(.product("pizza-pepperoni"), later))
    stage.transcript.detail(script.line(.product("tea-mint"), later))
    try await stop("All is back", [])
  }

  static let combo = Scenario(
    "combo", "A combo's slots, with surcharges, a part configured, and what a cart gets."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    for id: Combo.ID in ["combo-1", "combo-2"] {
      guard let combo = menu.menu.combos[id], var chosen = menu.start(with: id) else {
        throw NoMenu()
      }
      script.tell(script.line(.combo(id), menu))
      for slot in combo.slots.compactMap({ menu.menu.slots[$0] }) {
        let dearer = slot.options.filter { menu.menu.surcharge(of: $0, in: slot.id) != nil }.count
        stage.transcript.detail(
          "\(slot.name): \(slot.options.count) options, \(dearer) at a surcharge, "
            + (slot.quantity.isRequired ? "required" : "optional"))
      }
      script.tell("Nothing chosen", ComboConfiguration(id), menu)
      script.tell("The first of everything required", chosen, menu)
      let cheap = menu.menu.slots[combo.slots[0]]?.options.last
      if let start = cheap.flatMap({ menu.start(with: $0) }) {
        chosen.choices[combo.slots[0]] = [start]
      }
      script.tell("Another main dish, without a surcharge", chosen, menu)
      chosen.choices[combo.slots[0]]?[0].modifiers["sauces"] = ["bbq-sauce": 2]
      script.tell("With twice barbecue sauce, one of them free", chosen, menu)
      var wrong = chosen
      wrong.choices[combo.slots[1]] = [
        ProductConfiguration("tea-mint-s"), ProductConfiguration("nothing"),
      ]
      script.tell("With what does not belong there", wrong, menu)
      if let item = menu.ordered(chosen) { stage.transcript.details(menu.lines(item)) }
      let allergens = menu.menu.allergens(of: id)
      let possible = allergens?.possible.map(\.rawValue).sorted().joined(separator: ", ") ?? ""
      stage.transcript.detail("may contain: \(possible)")
    }
  }

  static let halves = Scenario(
    "halves", "Two halves of a pizza: the price of both, and what does not go together."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    for pizza: Variant.ID in ["pizza-margherita-m-classic", "pizza-salmon-m-classic"] {
      script.tell(
        menu.name(.variant(pizza)), menu.start(with: pizza) ?? ProductConfiguration(pizza), menu)
    }
    guard var half = menu.start(with: "pizza-margherita-m-classic" as Variant.ID) else {
      throw NoMenu()
    }
    half.secondHalf = ProductConfiguration.Half("pizza-salmon-m-classic")
    script.tell("Half of each", half, menu)
    half.secondHalf?.removed = Set(menu.menu.products["pizza-salmon"]?.ingredients.prefix(1) ?? [])
    if let item = menu.ordered(half) { stage.transcript.details(menu.lines(item)) }
    half.secondHalf = ProductConfiguration.Half("pizza-salmon-l-thin")
    script.tell("A larger second half on another crust", half, menu)
    half.secondHalf = ProductConfiguration.Half("burger-salmon-m")
    script.tell("A burger for a second half", half, menu)
    for rule in ["dearer", "sumOfHalves"] {
      script.publish([
        MenuEdit("products", "pizza-margherita", .set("halves/pricing", "\"\(rule)\""))
      ])
      await script.refresh(catalog)
      half.secondHalf = ProductConfiguration.Half("pizza-salmon-m-classic")
      script.tell("By the rule \(rule)", half, try await script.menu(catalog))
    }
  }

  static let scheduledForLater = Scenario(
    "scheduled-for-later", "The menu as of the time of an order: breakfast, and stops that end."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    await script.refresh(catalog)
    let evening = Int64(Script.noon.timeIntervalSince1970) + 6 * 3_600
    script.stop([
      .init(kind: "product", id: "tea-mint", until: evening, reason: "soldOut"),
      .init(kind: "product", id: "tea-lemon", reason: "soldOut"),
      .init(kind: "product", id: "pancake-honey", until: evening, reason: "soldOut"),
    ])
    await script.refreshUnavailable(catalog)
    // Now, tonight, tomorrow before and during breakfast, and Saturday, when breakfast is longer.
    for hours in [nil, 6.0, 18, 20, 96.5] {
      let time = hours.map { Script.noon + $0 * 3_600 }
      let menu = try await script.menu(catalog, at: time)
      script.tell(
        time.map { "For \(SandboxCity.wall($0))" } ?? "Now, \(SandboxCity.wall(script.now))")
      for id: MenuProduct.ID in ["pancake-cherry", "pancake-honey", "tea-mint", "tea-lemon"] {
        stage.transcript.detail(script.line(.product(id), menu))
      }
    }
  }

  static let languageSwitch = Scenario(
    "language-switch", "Each language and each way to get an order has its menu, kept apart."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch(in: "ru")
    await script.refresh(catalog)
    script.tellMenu(await script.orderable(catalog), categories: 2)
    for (language, fulfillment) in [
      ("kk", FulfillmentMethod.delivery), ("en", .delivery), ("en", .pickup),
    ] {
      script.tell("Switch to \(language), \(fulfillment.rawValue)")
      try script.settle(in: language)
      await catalog.setFulfillment(fulfillment)
      script.tellMenu(await script.orderable(catalog), categories: 2)
      await script.refresh(catalog)
      script.tellMenu(await script.orderable(catalog), categories: 2)
    }
    script.sandbox.fault = .offline
    script.tell("The network goes; switch to kk, delivery")
    try script.settle(in: "kk")
    await catalog.setFulfillment(.delivery)
    script.tellMenu(await script.orderable(catalog), categories: 2)
    script.tell("Switch to kk, pickup")
    await catalog.setFulfillment(.pickup)
    script.tellMenu(await script.orderable(catalog), categories: 2)
  }
}
