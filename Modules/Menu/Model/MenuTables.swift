import Commerce
import Networking

/// The tables of a menu, built from the rows of a document without its inconsistent parts.
///
/// An id in a list of choices, such as the options of a slot, is left out if the menu lacks the entity
/// with this id. If an entity requires a missing entity, the whole entity is left out. An example is a
/// product whose group of sauces is missing. Otherwise the menu would sell an item that its author did
/// not intend.
///
/// An entity that needs a rule of a later release is shown, but not sold; see ``unpriced``.
struct MenuTables: Sendable {
  var categories: [MenuCategory] = []
  var products: [MenuProduct.ID: MenuProduct] = [:]
  var variants = VariantList()
  var sizes: [ProductSize.ID: String] = [:]
  var crusts: [Crust.ID: String] = [:]
  var ingredients: [Ingredient.ID: String] = [:]
  var groups: [ModifierGroup.ID: ModifierGroup] = [:]
  var modifiers: [MenuModifier.ID: MenuModifier] = [:]
  var combos: [Combo.ID: Combo] = [:]
  var slots: [ComboSlot.ID: ComboSlot] = [:]
  /// The items that need a rule of a later release, themselves or in one of their groups; they are not sold.
  var unpriced: Set<MenuItem> = []
  /// The modifiers that require a choice of their own, each after those in its groups.
  var nesting: [MenuModifier.ID] = []
  var problems: [MenuProblem] = []
  /// Whether any modifier can lower the price of a product.
  private(set) var hasReductions = false

  /// The facts that are known only while the tables are built.
  struct Building {
    /// The position in ``variants`` of each option that a slot can offer.
    ///
    /// The index of an option in this array is the option's number in ``StoredMenu/options``. An element
    /// is `nil` if the option's variant was left out, or if the option's id is in ``StoredMenu/others``.
    /// In both cases, the variant is looked up by its id.
    var places: [Int?] = []
    /// The last slot that offers each variant, in the order of ``variants``.
    ///
    /// Each element is the index of a slot in the document, or −1 if no slot has offered the variant yet.
    /// The slots are read one at a time. If an element is already the index of the slot that is being
    /// read, this slot offers the variant twice.
    var offering: [Int] = []
    /// The optional slots that have no options; combos are built without them.
    var emptySlots: Set<String> = []
    /// The optional groups that have no modifiers; products, modifiers and combos are built without them.
    var emptyGroups: Set<String> = []
    /// The pairs of groups on cycles: the first one has a modifier with the second one.
    var cyclicSteps: Set<[String]> = []
    /// The groups that need a rule of a later release.
    var unknownGroups: Set<String> = []
    /// The rows of modifiers and groups that are not read yet, by id.
    var unread: (modifiers: [String: ModifierRow], groups: [String: GroupRow]) = ([:], [:])
    /// The number of levels of groups below each modifier.
    var levels: [MenuModifier.ID: Int] = [:]
  }

  var building = Building()

  /// The highest valid value of a quantity in the server's data, such as a group's maximum.
  static let maximumQuantity = 100
  /// The maximum number of levels of groups below a modifier.
  static let maximumLevels = 8
  /// The rules of later releases that this release knows, as the server names them.
  ///
  /// An entity that needs any other rule is not sold, because its price would be wrong.
  static let knownNeeds: Set = [
    "nested", "offers", "crustPrice", "tiers", "allowances", "comboGroups", "negativePrice",
    "prices", "portions",
  ]

  /// Builds all tables of the menu; each table is built after the tables to which it refers.
  mutating func read(_ menu: StoredMenu) {
    let document = menu.document
    sizes = names(document.sizes, "sizes")
    crusts = names(document.crusts, "crusts")
    ingredients = names(document.ingredients, "ingredients")
    readModifiers(document)
    readProducts(menu)
    readSlots(menu)
    readCombos(document)
    readCategories(document)
    hasReductions = modifiers.values.contains { modifier in
      modifier.price < 0 || modifier.overrides.contains { $0.price < 0 }
    }
    building = Building()
  }

  private mutating func readCategories(_ document: MenuDocument) {
    for row in rows(document.categories, "categories") {
      let place = "categories/\(row.id)"
      var items: [MenuItem] = []
      items.reserveCapacity(row.items.rows.count)
      var seen = Set<MenuItem>(minimumCapacity: row.items.rows.count)
      reportUnreadable(row.items, "\(place)/items")
      for reference in row.items.rows {
        guard let item = MenuItem(kind: reference.kind, id: reference.id), has(item) else {
          report(place, .dangling("\(reference.kind) \(reference.id)"))
          continue
        }
        let isNew = seen.insert(item).inserted
        if isNew { items.append(item) } else { report("\(place)/\(reference.id)", .duplicate) }
      }
      guard require(!items.isEmpty, place, .empty) else { continue }
      categories.append(
        MenuCategory(id: MenuCategory.ID(rawValue: row.id), name: row.name, items: items))
    }
  }

  private func has(_ item: MenuItem) -> Bool {
    switch item {
    case .product(let id): products.index(forKey: id) != nil
    case .combo(let id): combos.index(forKey: id) != nil
    case .variant, .modifier, .ingredient, .size, .category: false
    }
  }

  private mutating func names<Entity>(
    _ rows: Rows<NameRow>, _ table: String
  ) -> [MenuID<Entity>: String] {
    let named = self.rows(rows, table).map { (MenuID<Entity>(rawValue: $0.id), $0.name) }
    return Dictionary(uniqueKeysWithValues: named)
  }

  // MARK: For all kinds of row

  mutating func report(_ place: String, _ kind: MenuProblem.Kind) {
    problems.append(MenuProblem(place: place, kind: kind))
  }

  /// Returns whether a rule holds; if it does not, a problem is reported.
  mutating func require(
    _ holds: Bool, _ place: String, _ kind: @autoclosure () -> MenuProblem.Kind
  ) -> Bool {
    if !holds { report(place, kind()) }
    return holds
  }

  mutating func reportUnreadable(_ rows: Rows<some Codable>, _ table: String) {
    for (position, flaw) in rows.unreadable.sorted(by: { $0.key < $1.key }) {
      report("\(table)/\(position)", .unreadable(flaw))
    }
  }

  /// Returns the rows of a table, without rows that have the id of an earlier row.
  ///
  /// Duplicate and unreadable rows are reported with paths that begin with `table`.
  mutating func rows<Row: MenuRow>(_ rows: Rows<Row>, _ table: String) -> [Row] {
    places(of: rows, table).map { rows.rows[$0] }
  }

  /// Returns the positions of the rows of a table, without rows that have the id of an earlier row.
  ///
  /// Duplicate and unreadable rows are reported with paths that begin with `table`.
  mutating func places<Row: MenuRow>(of rows: Rows<Row>, _ table: String) -> [Int] {
    reportUnreadable(rows, table)
    var seen = Set<String>(minimumCapacity: rows.rows.count)
    return rows.rows.indices.filter { place in
      let id = rows.rows[place].id
      let isNew = seen.insert(id).inserted
      if !isNew { report("\(table)/\(id)", .duplicate) }
      return isNew
    }
  }
}

/// The content of a ``MenuSnapshot``; all copies of the snapshot share it.
final class MenuContent: Sendable {
  let kept: StoredMenu
  let currency: CurrencyCode
  let tables: MenuTables

  init(_ kept: StoredMenu) throws(UnusableBody) {
    guard kept.isWhole else { throw UnusableBody(reason: "its columns do not fit each other") }
    guard let currency = CurrencyCode(rawValue: kept.document.currency) else {
      throw UnusableBody(reason: "\"\(kept.document.currency)\" is no currency")
    }
    var tables = MenuTables()
    tables.read(kept)
    guard !tables.products.isEmpty else {
      throw UnusableBody(
        reason: tables.problems.first.map { "no products; \($0)" } ?? "no products")
    }
    self.kept = kept
    self.currency = currency
    self.tables = tables
  }
}

/// The variants that a slot of a combo offers.
///
/// The slot stores only the positions of these variants in `variants`, which contains all variants of
/// the menu. The subscript looks up a variant by its position. Many slots offer the same variants, so
/// copying variants into each slot would take longer than decoding the stored positions.
struct SlotOffer: RandomAccessCollection, Hashable, Sendable {
  let places: [Int]
  let variants: [Variant]

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }
  subscript(index: Int) -> Variant { variants[places[index]] }

  static func == (first: SlotOffer, second: SlotOffer) -> Bool {
    first.elementsEqual(second) { $0.id == $1.id }
  }

  func hash(into hasher: inout Hasher) {
    for variant in self { hasher.combine(variant.id) }
  }
}
