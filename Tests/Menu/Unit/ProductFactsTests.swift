import Commerce
import Foundation
import Testing

@testable import Menu

struct ProductFactsTests {
  @Test func `A combo contains what every choice does, and possibly what any does`() throws {
    let lunch = try #require(MenuSnapshot.sample().allergens(of: "lunch"))
    #expect(lunch.contained == [MenuTag(rawValue: "gluten")])
    #expect(lunch.possible == [MenuTag(rawValue: "milk"), MenuTag(rawValue: "nuts")])
    #expect(try MenuSnapshot.sample().allergens(of: "nothing") == nil)
    let optional = try MenuSnapshot.sample(
      #""name":"Cola","#, #""name":"Cola","allergens":["sulphites"],"#)
    #expect(optional.allergens(of: "lunch")?.contained == lunch.contained)
    #expect(
      optional.allergens(of: "lunch")?.possible.contains(MenuTag(rawValue: "sulphites")) == true)
  }

  @Test func `A portion has its share of what 100 g have, to the nearest unit`() throws {
    let cola = try #require(MenuSnapshot.sample().variants["c"])
    let grams = try #require(cola.grams)
    let portion = try #require(cola.nutrition?.portion(grams: grams))
    #expect((portion.kilojoules, portion.kilocalories, portion.carbohydrates) == (594, 142, 350))
    _ = cola.nutrition?.portion(grams: .max)

    let single = Nutrition(
      kilojoules: 1, kilocalories: 1, proteins: 1, fats: 1, carbohydrates: 1)
    #expect([49, 50].map { single.portion(grams: $0).kilojoules } == [0, 1])
  }

  @Test func `Products and combos have the texts and labels of the server`() throws {
    let product = try MenuSnapshot.sample(
      #""badges":["spicy"]"#, #""badges":["spicy"],"diets":["vegan"]"#)
    #expect(product.products["margherita"]?.text == "With basil.")
    #expect(product.products["pepperoni"]?.text == "")
    #expect(product.products["pepperoni"]?.diets == [MenuTag(rawValue: "vegan")])

    let combo = try MenuSnapshot.sample(
      #""name":"Lunch","#, #""name":"Lunch","text":"Until four.","badges":["new"],"#)
    #expect(combo.combos["lunch"]?.text == "Until four.")
    #expect(combo.combos["lunch"]?.badges == [.new])
    #expect(combo.combos["pair"]?.text == "" && combo.combos["pair"]?.badges == [])
  }

  @Test func `The narrowest picture that fills the pixels is taken, else the widest`() {
    let image = ImageSet(path: "/m", widths: [640, 160, 320], placeholder: "#AA3300")
    #expect([1, 160, 161, 640, 641].map(image.width) == [160, 160, 320, 640, 640])
    #expect(ImageSet(path: "/m", widths: [], placeholder: "").width(filling: 1) == nil)
  }

  @Test
  func `A cart is given the configuration, and names in the order of the menu`() throws {
    let order = try MenuSnapshot.sample().at()
    var configuration = ProductConfiguration("m-s")
    configuration.modifiers = [
      "sauces": ["bbq": 1, "garlic": 1], "toppings": ["cheese": 2, "bacon": 0],
    ]
    configuration.removed = ["olives"]
    configuration.secondHalf = ProductConfiguration.Half("p-s")
    configuration.secondHalf?.removed = ["onion"]
    let item = try #require(order.ordered(configuration))

    #expect(
      item.configuration
        == ItemConfiguration(
          product: "margherita", variant: "m-s",
          modifiers: [
            .init("bbq", in: "sauces"), .init("garlic", in: "sauces"),
            .init("cheese", in: "toppings", count: 2),
          ], removed: ["olives"],
          parts: [
            .init(
              "secondHalf",
              ItemConfiguration(product: "pepperoni", variant: "p-s", removed: ["onion"]))
          ]))
    #expect(item.name == "Margherita")
    #expect(item.price.minorUnits == 551 + 200 + 40)
    #expect(
      item.choices.map { "\($0.kind) \($0.name) \($0.count)" } == [
        "size Small 1", "crust Thin 1", "removed Olives 1", "secondHalf Pepperoni 1",
        "removed Onion 1", "modifier Cheese 2", "modifier Garlic sauce 1",
        "modifier Barbecue sauce 1",
      ])
  }

  @Test func `A configuration is offered the groups of its product and of its modifiers`() throws {
    let menu = try MenuSnapshot.sample()
    var configuration = ProductConfiguration("p-s")
    #expect(menu.groups(in: configuration).map(\.id) == ["toppings"])
    configuration.modifiers["toppings"] = ["sticks": 1]
    #expect(menu.groups(in: configuration).map(\.id) == ["toppings", "dips"])
    #expect(menu.groups(in: ProductConfiguration("nothing")) == [])
  }

  @Test func `Slots are equal if they offer the same variants in the same order`() throws {
    let slots = try MenuSnapshot.sample().slots
    let reversed = try MenuSnapshot.sample(#"["m-s","p-s"]"#, #"["p-s","m-s"]"#).slots
    #expect(try MenuSnapshot.sample().slots == slots)
    #expect(reversed != slots)
  }

  @Test func `A configuration that cannot be ordered is no item for a cart`() throws {
    let order = try MenuSnapshot.sample().at()
    #expect(order.ordered(ProductConfiguration("m-s")) == nil)
    #expect(order.ordered(ProductConfiguration("nothing")) == nil)
    #expect(order.ordered(ComboConfiguration("lunch")) == nil)
  }
}

/// Allergens and diets of what is configured, and the filter.
struct MenuFilterTests {
  private static let milk = MenuTag(rawValue: "milk")
  private static let gluten = MenuTag(rawValue: "gluten")
  private static let soy = MenuTag(rawValue: "soy")
  private static let vegan = MenuTag(rawValue: "vegan")

  /// Returns the sample menu in which margherita suits vegans without its onion.
  private static func menu(bacon: String = #","allergens":[],"mayContain":["soy"]"#) throws
    -> MenuSnapshot
  {
    try .sample(
      (
        #""badges":["hit","from-a-later-release"],"#,
        #""freeWithout":[{"ingredients":["onion"],"allergens":["milk"],"diets":["vegan"]}],"#
      ),
      (#""price":150,"max":2"#, #""price":150,"max":2\#(bacon)"#),
      (#""price":30,"max":2"#, #""price":30,"max":2,"allergens":[],"diets":["vegan"]"#))
  }

  @Test func `A configuration has the allergens of all its parts, and the diets that all suit`()
    throws
  {
    let menu = try Self.menu()
    var wish = ProductConfiguration("m-s")
    #expect(menu.allergens(of: wish).contained == [Self.gluten, Self.milk])
    wish.removed = ["onion"]
    let without = menu.allergens(of: wish)
    #expect(without.contained == [Self.gluten] && without.possible == [Self.milk])
    #expect(without.isComplete && menu.diets(of: wish) == [Self.vegan])
    wish.modifiers = ["sauces": ["garlic": 1]]
    #expect(menu.diets(of: wish) == [Self.vegan])
    wish.modifiers["toppings"] = ["bacon": 1, "cheese": 0]
    #expect(menu.diets(of: wish) == [])
    #expect(menu.allergens(of: wish).possible == [Self.milk, Self.soy])
    wish.secondHalf = ProductConfiguration.Half("p-s")
    #expect(menu.allergens(of: wish).possible == [Self.milk, Self.soy, MenuTag(rawValue: "nuts")])
    #expect(menu.allergens(of: wish).isComplete)
    wish.modifiers["toppings"] = ["cheese": 1]
    #expect(!menu.allergens(of: wish).isComplete)
    #expect(!menu.allergens(of: ProductConfiguration("nothing")).isComplete)
  }

  @Test func `A combo has the allergens of what is chosen for it`() throws {
    let menu = try Self.menu()
    var lunch = ComboConfiguration("lunch")
    lunch.choices["main"] = [ProductConfiguration("p-s")]
    #expect(menu.allergens(of: lunch).contained == [Self.gluten])
    #expect(menu.allergens(of: lunch).isComplete)
    lunch.choices["side"] = [ProductConfiguration("c")]
    #expect(!menu.allergens(of: lunch).isComplete)
  }

  @Test(arguments: [
    (MenuFilter(), MenuItem.product("cola"), MenuFit.fits),
    (MenuFilter(avoiding: [milk]), .product("cola"), .unknown),
    (MenuFilter(avoiding: [milk]), .product("pepperoni"), .fits),
    (MenuFilter(avoiding: [milk]), .product("margherita"), .fitsWithout(["onion"])),
    (MenuFilter(avoiding: [milk], diet: vegan), .product("margherita"), .fitsWithout(["onion"])),
    (MenuFilter(diet: vegan), .product("pepperoni"), .doesNotFit),
    (MenuFilter(avoiding: [gluten]), .product("margherita"), .doesNotFit),
    (MenuFilter(avoiding: [MenuTag(rawValue: "nuts")]), .product("pepperoni"), .doesNotFit),
    (MenuFilter(avoiding: [gluten]), .combo("lunch"), .doesNotFit),
  ])
  func `An item fits only if the server has said so of all its parts`(
    filter: MenuFilter, item: MenuItem, fit: MenuFit
  ) throws {
    #expect(try Self.menu().at().items(fitting: filter)[item] == fit)
  }

  @Test func `An ingredient that is out is left out as the user could`() throws {
    let menu = try Self.menu().at(stops: [.now("ingredient", "onion")])
    let fits = menu.items(fitting: MenuFilter(avoiding: [Self.milk]))
    #expect(fits[.product("margherita")] == .fitsWithout(["onion"]))
  }

  @Test func `What a modifier may contain is not promised for the product`() throws {
    let text =
      #"{"revision":1,"language":"en","currency":"KZT","categories":[{"id":"c","name":"","items":[{"kind":"product","id":"p"}]}],"sizes":[],"crusts":[],"groups":[{"id":"g","name":"","modifiers":["dip"],"quantity":{"min":1},"defaults":{"dip":1}}],"modifiers":[{"id":"dip","name":"","price":1,"allergens":[],"mayContain":["milk"]}],"combos":[],"slots":[],"ingredients":[{"id":"onion","name":""}],"products":[{"id":"p","name":"","ingredients":["onion"],"allergens":["milk"],"groups":["g"],"freeWithout":[{"ingredients":["onion"],"allergens":["milk"]}],"variants":[{"id":"p","price":1}]}]}"#
    let menu = try MenuSnapshot(json: Data(text.utf8))
    let filter = MenuFilter(avoiding: [Self.milk])
    #expect(try menu.at().items(fitting: filter)[.product("p")] == .doesNotFit)
    // A required choice that cannot be made might not fit.
    let stopped = try menu.at(stops: [.now("modifier", "dip")])
    #expect(stopped.items(fitting: filter)[.product("p")] == .unknown)
    let onion = MenuFilter(avoiding: [Self.milk], diet: Self.vegan)
    #expect(stopped.items(fitting: onion)[.product("p")] == .doesNotFit)
  }

  @Test func `A diet needs no allergens, and without ingredients a rule says nothing`() throws {
    let old = #""badges":["hit","from-a-later-release"],"allergens":["gluten","milk"]"#
    for (rule, fit) in [(#"["onion"]"#, MenuFit.fitsWithout(["onion"])), ("[]", .doesNotFit)] {
      let menu = try MenuSnapshot.sample(
        (old, #""badges":[],"freeWithout":[{"ingredients":\#(rule),"diets":["vegan"]}]"#),
        (#""price":30,"max":2"#, #""price":30,"max":2,"allergens":[],"diets":["vegan"]"#))
      let fits = try menu.at().items(fitting: MenuFilter(diet: Self.vegan))
      #expect(fits[.product("margherita")] == fit)
      #expect(menu.problems.isEmpty == (rule != "[]"))
    }
  }

  @Test func `Only the ingredients that have to be left out are named`() throws {
    let rules = [("onion", "milk"), ("basil", "eggs"), ("tomato", "nuts")].map {
      #"{"ingredients":["\#($0)"],"allergens":["\#($1)"]}"#
    }.joined(separator: ",")
    let names = ["onion", "basil", "tomato"].map { #"{"id":"\#($0)","name":""}"# }
    let text =
      #"{"revision":1,"language":"en","currency":"KZT","categories":[{"id":"c","name":"","items":[{"kind":"product","id":"p"}]}],"sizes":[],"crusts":[],"groups":[],"modifiers":[],"combos":[],"slots":[],"ingredients":[\#(names.joined(separator: ","))],"products":[{"id":"p","name":"","ingredients":["onion","basil","tomato"],"allergens":["milk","eggs","nuts"],"freeWithout":[\#(rules)],"variants":[{"id":"p","price":1}]}]}"#
    let menu = try MenuSnapshot(json: Data(text.utf8)).at()
    for (avoiding, removed) in [
      (["milk", "eggs"], ["onion", "basil"]), (["nuts"], ["tomato"]),
      (["milk", "eggs", "nuts"], ["onion", "basil", "tomato"]),
    ] {
      let filter = MenuFilter(avoiding: Set(avoiding.map(MenuTag.init(rawValue:))))
      let fit = MenuFit.fitsWithout(Set(removed.map(Ingredient.ID.init(rawValue:))))
      #expect(menu.items(fitting: filter)[.product("p")] == fit)
    }
  }

  @Test func `What cannot be chosen now is not known to fit`() throws {
    let stops = ["m-s", "p-s"].map { StopRow.now("variant", $0) }
    let menu = try Self.menu().at(stops: stops)
    #expect(menu.items(fitting: MenuFilter(avoiding: [Self.gluten]))[.combo("lunch")] == .unknown)
    #expect(menu.items(fitting: MenuFilter())[.combo("lunch")] == .fits)
  }

  @Test func `A default modifier counts, and its unknown allergens are no fit`() throws {
    let menu = try Self.menu().at(stops: [.now("modifier", "garlic")])
    #expect(
      menu.items(fitting: MenuFilter(avoiding: [Self.soy]))[.product("margherita")] == .unknown)
  }
}
