import Commerce
import Testing

@testable import Menu

struct PriceTests {
  @Test
  func `The lowest price counts what is free: the cheapest sum is not always the lowest price`()
    throws
  {
    // Six units of at most two kinds, five of them free. One unit at 0 and five at 90 have the
    // lower sum, but cost 90; six units at 89 cost 89.
    let order = try MenuSnapshot.sample(
      (
        #"{"id":"cheese""#,
        """
        {"id":"none","name":"","price":0,"max":1},{"id":"dear","name":"","price":90,"max":5},
        {"id":"first","name":"","price":89,"max":3},{"id":"second","name":"","price":89,"max":3},
        {"id":"cheese"
        """
      ),
      (#""modifiers":["garlic","bbq"]"#, #""modifiers":["none","dear","first","second"]"#),
      (
        #""min":1,"max":3},"free":1,"defaults":{"garlic":1}"#,
        #""min":6,"max":6,"maxKinds":2},"free":5"#
      )
    ).at()

    let product = MenuProduct.ID(rawValue: "margherita")
    #expect(order.lowestPrice(of: .product(product))?.minorUnits == 589)
    #expect(try order.first("m-s").modifiers["sauces"] == ["first": 3, "second": 3])
  }

  @Test func `A group starts with its defaults unless one of them is unavailable`() throws {
    let sauces = try MenuSnapshot.sample(#""defaults":{"garlic":1}"#, #""defaults":{"bbq":1}"#)
    #expect(try start(sauces, "m-s")?.modifiers["sauces"] == ["bbq": 1])
    #expect(try start(sauces, "m-s", without: "bbq")?.modifiers["sauces"] == ["garlic": 1])
    let equallyCheap = try MenuSnapshot.sample(
      (#""price":30,"max":2"#, #""price":40,"max":2"#), (#""min":1,"max":3"#, #""min":2,"max":3"#))
    #expect(try start(equallyCheap, "m-s")?.modifiers["sauces"] == ["garlic": 2])

    let toppings = try MenuSnapshot.sample(
      #"{"max":4,"maxKinds":2}"#, #"{"max":4,"maxKinds":2},"defaults":{"cheese":1}"#)
    #expect(try start(toppings, "p-s")?.modifiers["toppings"] == ["cheese": 1])
    #expect(try start(toppings, "p-s", without: "cheese")?.modifiers["toppings"] == nil)
  }

  /// Returns the initial configuration of a variant while a modifier is unavailable.
  private func start(
    _ menu: MenuSnapshot, _ variant: Variant.ID, without modifier: String? = nil
  ) throws -> ProductConfiguration? {
    try menu.at(stops: modifier.map { [.now("modifier", $0)] } ?? []).start(with: variant)
  }

  @Test func `The lowest price of a combo is that of its available choices, if it is sold`() throws
  {
    let menu = try MenuSnapshot.sample()
    let (main, lunch) = (StopRow.now("variant", "m-s"), StopRow.now("combo", "lunch"))

    #expect(try menu.at(stops: [main]).lowestPrice(of: .combo("lunch"))?.minorUnits == 640)
    #expect(try menu.at(stops: [lunch]).lowestPrice(of: .combo("lunch")) == nil)
    #expect(menu.surcharge(of: "p-s", in: "main")?.minorUnits == 60)
    #expect(menu.surcharge(of: "m-s", in: "main") == nil)
  }

  @Test(arguments: [(400, "p-s"), (699, "m-s")])
  func `A replacement is the option nearest in price and surcharge, the first of equally near ones`(
    surcharge: Int, nearest: Variant.ID
  ) throws {
    // The options cost 500, 900, 601 and the surcharge, and 150.
    let order = try MenuSnapshot.sample(
      (#""options":["m-s","p-s"]"#, #""options":["m-s","m-l","p-s","c"]"#),
      (#"{"p-s":60}"#, #"{"p-s":\#(surcharge)}"#)
    ).at(stops: [.now("variant", "m-l")])

    #expect(order.replacement(for: "m-l", in: "main") == nearest)
    #expect(order.replacement(for: "c", in: "side") == nil)
    #expect(order.replacement(for: "c", in: "nowhere") == nil)
  }

  @Test func `A sum beyond the range of a number is no price, and a problem says so`()
    throws
  {
    let order = try MenuSnapshot.sample(#""price":100,"max":3"#, #""price":1000000000000,"max":3"#)
      .at()
    for count in [Int.max, .min, -1, 0] {
      var configuration = ProductConfiguration("p-s")
      configuration.modifiers["toppings"] = ["cheese": count, "bacon": count]
      let price = order.menu.price(of: configuration)
      #expect((price == nil) == (count == .max))
      #expect(order.problems(in: configuration).isEmpty == (count == 0))
    }
  }

  @Test(
    arguments: [
      ("garlic", 631), (ModifierChoice("cheese", on: .first), 701),
      (ModifierChoice("cheese", amount: "extra"), 701),
    ] as [(ModifierChoice, Int64)])
  func `A choice that is not offered has the whole price of its modifier or its product`(
    _ choice: ModifierChoice, price: Int64
  ) throws {
    let menu = try MenuSnapshot.sample()
    var product = ProductConfiguration("p-s")
    product.modifiers["toppings"] = [choice: 1]
    #expect(menu.price(of: product)?.minorUnits == price)
    // 15 percent off the product's 601, which the slot lacks.
    var combo = ComboConfiguration("pair")
    combo.choices["side"] = [product]
    #expect(menu.price(of: combo)?.minorUnits == price - 601 + 511)
  }
}
