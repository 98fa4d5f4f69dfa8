import Menu
import MenuKit
import Sandbox
import ShowcaseKit

extension Scenario {
  static let cold = Scenario(
    "cold",
    "The first start, offline and online; then a product is configured, and priced at each step."
  ) { (script: Script) in
    let catalog = try script.launch()
    script.setFault(.offline, of: script.sandbox)
    await script.refreshAndTellMenu(catalog)
    script.setFault(nil, of: script.sandbox)
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    script.tellMenu(menu)

    guard var pizza = menu.start(with: "pizza-pepperoni-m-classic" as Variant.ID) else {
      throw NoMenu()
    }
    script.tell("Open \(menu.name(.variant(pizza.variant)))", pizza, menu)
    pizza.modifiers["toppings"] = ["mozzarella": 2, "bacon": 1]
    script.tell("Add mozzarella twice and bacon once", pizza, menu)
    pizza.modifiers["sauces"] = ["garlic-sauce": 1, "cheese-sauce": 1]
    script.tell("Add a second sauce: the cheapest one is free", pizza, menu)
    pizza.modifiers["toppings"] = ["mozzarella": 4, "bacon": 3, "breadsticks": 1]
    pizza.modifiers["sauces"] = [:]
    pizza.modifiers["dips"] = ["garlic-sauce": 1]
    script.tell("Add too many toppings, and remove the sauces", pizza, menu)
    pizza.modifiers["toppings"] = ["mozzarella": 1, "breadsticks": 1]
    pizza.modifiers["sauces"] = ["bbq-sauce": 1]
    pizza.removed = Set(menu.menu.products["pizza-pepperoni"]?.ingredients.prefix(1) ?? [])
    script.tell("Choose fewer toppings and another sauce, and remove an ingredient", pizza, menu)
    guard let item = menu.ordered(pizza) else { throw NoMenu() }
    script.tell("Add it to the cart")
    script.details(menu.lines(item))
  }

  static let warmOffline = Scenario(
    "warm-offline", "After a restart the stored menu is shown at once, also offline."
  ) { (script: Script) in
    let first = try script.launch()
    await script.refresh(first)
    script.stop([.init(kind: "product", id: "tea-mint", reason: "soldOut")])
    await script.refreshUnavailable(first)
    try script.tellFiles()
    script.setFault(.offline, of: script.sandbox)
    let second = try script.launch()
    let menu = try await script.menu(second)
    script.tellMenu(menu, categories: 2)
    script.detail(script.line(.product("tea-mint"), menu))
    await script.refreshAndTellMenu(second, categories: 1)
    script.setFault(nil, of: script.sandbox)
    script.publish([])
    script.setFault(.garbage, of: script.sandbox)
    await script.refreshAndTellMenu(second, categories: 1)
  }

  static let refreshDiff = Scenario(
    "refresh-diff", "A newer menu replaces the stored one, and its differences are listed."
  ) { (script: Script) in
    let (catalog, old) = try await script.launchOnline()
    await script.refresh(catalog)
    let same = try await script.menu(catalog)
    script.tell("The menu has \(same.menu.changes(since: old.menu).isEmpty ? "not " : "")changed")
    script.publish([
      MenuEdit("products", "pizza-margherita", .set("variants/0/price", "210000")),
      MenuEdit("modifiers", "bacon", .set("price", "40000")),
      MenuEdit("combos", "combo-dinner", .set("pricing/price", "850000")),
      MenuEdit("products", "cake-honey", .remove),
      MenuEdit(
        "products", "drink-sparkling-water",
        .merge(
          #"{"name":{"en":"Sparkling water"},"variants":[{"id":"drink-sparkling-water","price":45000}]}"#
        )),
    ])
    script.tell("The restaurant publishes a newer menu")
    await script.refresh(catalog)
    let new = try await script.menu(catalog)
    script.details(new.lines(new.menu.changes(since: old.menu), since: old))
    script.details(new.menu.problems.prefix(3).map { "problem: \($0)" })
  }

  static let danglingReferences = Scenario(
    "dangling-references", "Invalid parts of a menu are left out and reported; the rest works."
  ) { (script: Script) in
    let catalog = try script.launch()
    script.publish([
      MenuEdit("products", "pizza-beef", .set("variants/0/size", #""xxl""#)),
      MenuEdit("products", "soup-borscht", .set("groups", #"["sauces","toothpicks"]"#)),
      MenuEdit("products", "salad-greek", .set("variants/0/price", "-100")),
      MenuEdit("products", "bowl-salmon", .set("variants/0/price", "99999999999999999999")),
      MenuEdit("products", "burger-beef", .set("id", #""burger-chicken""#)),
      MenuEdit("groups", "dips", .set("quantity", #"{"min":5,"max":2}"#)),
      MenuEdit("modifiers", "mozzarella", .set("groups", #"["toppings"]"#)),
      MenuEdit("slots", "combo-lunch-main", .set("options", "[]")),
      MenuEdit("combos", "combo-dinner", .set("pricing/rule", #""by the moon""#)),
      MenuEdit("products", "tea-mint", .set("badges", #"["of a later release"]"#)),
    ])
    script.tell("The restaurant publishes a menu with mistakes")
    await script.refresh(catalog)
    let menu = try await script.menu(catalog)
    script.tellMenu(menu, categories: 3)
    let problems = menu.menu.problems
    let counts = Dictionary(grouping: problems) { $0.place.prefix { $0 != "/" } }
    script.tell("Problems, by table")
    for (table, rows) in counts.sorted(by: { $0.key < $1.key }) {
      script.detail("\(table): \(rows.count)")
      for problem in rows.prefix(3) { script.detail("  \(problem)") }
    }
    script.tell("An unknown badge is shown, and a combo with an unknown rule cannot be ordered")
    script.detail(script.line(.product("tea-mint"), menu))
    script.detail(script.line(.combo("combo-dinner"), menu))
  }
}
