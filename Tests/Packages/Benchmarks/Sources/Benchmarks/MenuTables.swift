#if GRDB
  import GRDB
  import Workloads

  /// The relational form of a menu.
  enum MenuTables {
    static let names = [
      "menu", "ingredient", "product", "size", "size_ingredient", "combo", "slot", "slot_product",
    ]

    static let schema = """
      CREATE TABLE menu (revision INTEGER NOT NULL);
      CREATE TABLE ingredient (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, vegan INTEGER NOT NULL);
      CREATE TABLE product (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, image TEXT, new INTEGER NOT NULL);
      CREATE TABLE size (
        id TEXT PRIMARY KEY, product TEXT NOT NULL, name TEXT NOT NULL, price INTEGER NOT NULL,
        weight INTEGER NOT NULL);
      CREATE TABLE size_ingredient (
        size TEXT NOT NULL, position INTEGER NOT NULL, ingredient TEXT NOT NULL,
        PRIMARY KEY (size, position)) WITHOUT ROWID;
      CREATE TABLE combo (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);
      CREATE TABLE slot (id TEXT PRIMARY KEY, combo TEXT NOT NULL);
      CREATE TABLE slot_product (
        slot TEXT NOT NULL, position INTEGER NOT NULL, product TEXT NOT NULL,
        PRIMARY KEY (slot, position)) WITHOUT ROWID;
      """

    static func rows(of menu: Menu) -> [(statement: String, rows: [[DatabaseValue]])] {
      let sizes = menu.products.flatMap { product in product.sizes.map { (product.id, $0) } }
      let slots = menu.combos.flatMap { combo in combo.slots.map { (combo.id, $0) } }
      return [
        ("INSERT INTO menu VALUES (?)", [[.number(menu.revision)]]),
        (
          "INSERT INTO ingredient VALUES (?, ?, ?, ?)",
          menu.ingredients.map {
            [.text($0.id), .text($0.name), .number($0.price), .number($0.isVegan ? 1 : 0)]
          }
        ),
        (
          "INSERT INTO product VALUES (?, ?, ?, ?, ?)",
          menu.products.map {
            [
              .text($0.id), .text($0.name), .text($0.text), .text($0.image),
              .number($0.isNew ? 1 : 0),
            ]
          }
        ),
        (
          "INSERT INTO size VALUES (?, ?, ?, ?, ?)",
          sizes.map {
            [.text($1.id), .text($0), .text($1.name), .number($1.price), .number($1.weight)]
          }
        ),
        (
          "INSERT INTO size_ingredient VALUES (?, ?, ?)",
          sizes.flatMap { _, size in members(size.ingredients, of: size.id) }
        ),
        (
          "INSERT INTO combo VALUES (?, ?, ?)",
          menu.combos.map { [.text($0.id), .text($0.name), .number($0.price)] }
        ),
        ("INSERT INTO slot VALUES (?, ?)", slots.map { [.text($1.id), .text($0)] }),
        (
          "INSERT INTO slot_product VALUES (?, ?, ?)",
          slots.flatMap { _, slot in members(slot.products, of: slot.id) }
        ),
      ]
    }

    private static func members(_ ids: [String], of owner: String) -> [[DatabaseValue]] {
      ids.enumerated().map { [.text(owner), .number($0), .text($1)] }
    }

    /// Reads the tables one after the other and joins their rows in memory.
    static func menu(in database: Database) throws -> Menu? {
      func each(_ sql: String, _ take: (GRDB.Row) -> Void) throws {
        let rows = try GRDB.Row.fetchCursor(database, sql: sql)
        while let row = try rows.next() { take(row) }
      }
      var revision: Int?
      var ingredients: [Menu.Ingredient] = []
      var (contents, slotContents) = ([String: [String]](), [String: [String]]())
      var (sizes, slots) = ([String: [Menu.Size]](), [String: [Menu.Slot]]())
      var (products, combos) = ([Menu.Product](), [Menu.Combo]())
      try each("SELECT revision FROM menu") { revision = $0[0] }
      try each("SELECT id, name, price, vegan FROM ingredient ORDER BY rowid") {
        ingredients.append(Menu.Ingredient($0[0], $0[1], $0[2], $0[3]))
      }
      try each("SELECT size, ingredient FROM size_ingredient ORDER BY size, position") {
        contents[$0[0], default: []].append($0[1])
      }
      try each("SELECT id, product, name, price, weight FROM size ORDER BY rowid") {
        let (id, product): (String, String) = ($0[0], $0[1])
        sizes[product, default: []].append(
          Menu.Size(id, $0[2], $0[3], $0[4], ingredients: contents[id] ?? []))
      }
      try each("SELECT id, name, text, image, new FROM product ORDER BY rowid") {
        let id: String = $0[0]
        products.append(Menu.Product(id, $0[1], $0[2], $0[3], $0[4], sizes: sizes[id] ?? []))
      }
      try each("SELECT slot, product FROM slot_product ORDER BY slot, position") {
        slotContents[$0[0], default: []].append($0[1])
      }
      try each("SELECT id, combo FROM slot ORDER BY rowid") {
        let (id, combo): (String, String) = ($0[0], $0[1])
        slots[combo, default: []].append(Menu.Slot(id, products: slotContents[id] ?? []))
      }
      try each("SELECT id, name, price FROM combo ORDER BY rowid") {
        let id: String = $0[0]
        combos.append(Menu.Combo(id, $0[1], $0[2], slots: slots[id] ?? []))
      }
      return revision.map {
        Menu(revision: $0, ingredients: ingredients, products: products, combos: combos)
      }
    }
  }

  extension DatabaseValue {
    fileprivate static func text(_ text: String?) -> DatabaseValue {
      if let text { text.databaseValue } else { .null }
    }

    fileprivate static func number(_ number: Int) -> DatabaseValue { number.databaseValue }
  }
#endif
