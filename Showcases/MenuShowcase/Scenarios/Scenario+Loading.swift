import Menu
import Sandbox
import ShowcaseKit

extension Scenario {
  static let cold = Scenario(
    "cold", "No menu, then the whole of it; a product made one's own, priced at each step."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    script.sandbox.fault = .offline
    script.tell("The network is not there")
    await script.refresh(catalog)
    script.tellMenu(await script.orderable(catalog))
    script.sandbox.fault = nil
    script.tell("The network is there")
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    script.tellMenu(menu)

    guard var pizza = menu.start(with: "pizza-pepperoni-m-classic" as Variant.ID) else {
      throw NoMenu()
    }
    script.tell("Open \(menu.name(.variant(pizza.variant)))", pizza, menu)
    pizza.modifiers["toppings"] = ["mozzarella": 2, "bacon": 1]
    script.tell("Twice mozzarella, once bacon", pizza, menu)
    pizza.modifiers["sauces"] = ["garlic-sauce": 1, "cheese-sauce": 1]
    script.tell("A second sauce; the cheapest is free", pizza, menu)
    pizza.modifiers["toppings"] = ["mozzarella": 4, "bacon": 3, "breadsticks": 1]
    pizza.modifiers["sauces"] = [:]
    pizza.modifiers["dips"] = ["garlic-sauce": 1]
    script.tell("Too much of everything, and no sauce", pizza, menu)
    pizza.modifiers["toppings"] = ["mozzarella": 1, "breadsticks": 1]
    pizza.modifiers["sauces"] = ["bbq-sauce": 1]
    pizza.removed = Set(menu.menu.products["pizza-pepperoni"]?.ingredients.prefix(1) ?? [])
    script.tell("Less of it", pizza, menu)
    guard let item = menu.ordered(pizza) else { throw NoMenu() }
    script.tell("Into the cart")
    stage.transcript.details(menu.lines(item))
  }

  static let warmOffline = Scenario(
    "warm-offline", "After a restart the menu is there at once, with and without network."
  ) { stage in
    let script = try Script(stage)
    let first = try script.launch()
    await script.refresh(first)
    script.stop([.init(kind: "product", id: "tea-mint", reason: "soldOut")])
    await script.refreshUnavailable(first)
    try script.tellFiles()
    script.sandbox.fault = .offline
    script.tell("The network goes")
    let second = try script.launch()
    let menu = try await script.menu(second)
    script.tellMenu(menu, categories: 2)
    stage.transcript.detail(script.line(.product("tea-mint"), menu))
    await script.refresh(second)
    script.tellMenu(await script.orderable(second), categories: 1)
    script.sandbox.fault = .garbage
    script.publish([])
    script.tell("The network is back, and the server answers with garbage")
    await script.refresh(second)
    script.tellMenu(await script.orderable(second), categories: 1)
  }

  static let refreshDiff = Scenario(
    "refresh-diff", "A newer menu: what is new, what has gone and what costs more, in one batch."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    await script.refresh(catalog)
    let old = try await script.menu(catalog)
    await script.refresh(catalog)
    let same = try await script.menu(catalog)
    script.tell("Nothing has changed: \(same.menu.changes(since: old.menu).isEmpty)")
    script.publish([
      MenuEdit("products", "pizza-margherita", .set("variants/0/price", "199000")),
      MenuEdit("modifiers", "bacon", .set("price", "40000")),
      MenuEdit("combos", "combo-2", .set("pricing/price", "450000")),
      MenuEdit("products", "cake-honey", .remove),
      MenuEdit(
        "products", "water",
        .merge(
          #"{"name":{"ru":"Вода","en":"Water","kk":"Су"},"variants":[{"id":"water-1","price":30000}]}"#
        )),
    ])
    script.tell("A newer menu is published")
    await script.refresh(catalog)
    let new = try await script.menu(catalog)
    stage.transcript.details(new.lines(new.menu.changes(since: old.menu), since: old))
    stage.transcript.details(new.menu.problems.prefix(3).map { "for the keeper: \($0)" })
  }

  static let danglingReferences = Scenario(
    "dangling-references", "What does not fit together is left out and told; the rest works."
  ) { stage in
    let script = try Script(stage)
    let catalog = try script.launch()
    script.publish([
      MenuEdit("products", "pizza-beef", .set("variants/0/size", #""xxl""#)),
      MenuEdit("products", "soup-beef", .set("groups", #"["sauces","toothpicks"]"#)),
      MenuEdit("products", "salad-beef", .set("variants/0/price", "-100")),
      MenuEdit("products", "bowl-beef", .set("variants/0/price", "99999999999999999999")),
      MenuEdit("products", "burger-beef", .set("id", #""burger-chicken""#)),
      MenuEdit("groups", "dips", .set("quantity", #"{"min":5,"max":2}"#)),
      MenuEdit("modifiers", "mozzarella", .set("groups", #"["toppings"]"#)),
      MenuEdit("slots", "combo-1-main", .set("options", "[]")),
      MenuEdit("combos", "combo-2", .set("pricing/rule", #""by the moon""#)),
      MenuEdit("products", "tea-mint", .set("badges", #"["of a later release"]"#)),
    ])
    script.tell("The keeper of the menu makes mistakes")
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    script.tellMenu(menu, categories: 3)
    let problems = menu.menu.problems
    let counts = Dictionary(grouping: problems) { $0.place.prefix { $0 != "/" } }
    script.tell("Told to the keeper")
    for (table, rows) in counts.sorted(by: { $0.key < $1.key }) {
      stage.transcript.detail("\(table): \(rows.count)")
      for problem in rows.prefix(3) { stage.transcript.detail("  \(problem)") }
    }
    script.tell("What is unknown is kept, and not sold by an unknown rule")
    stage.transcript.detail(script.line(.product("tea-mint"), menu))
    stage.transcript.detail(script.line(.combo("combo-2"), menu))
  }
}
