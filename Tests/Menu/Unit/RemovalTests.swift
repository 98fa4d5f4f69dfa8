import Commerce
import Foundation
import SyncTestSupport
import Testing

@testable import Menu

/// One rule: a row that is lost takes with it what requires it, and nothing else.
struct RemovalTests {
  /// Random menus to reduce; `MENU_REMOVAL_MENUS=2000` is a thorough run.
  static let menus =
    ProcessInfo.processInfo.environment["MENU_REMOVAL_MENUS"].flatMap { UInt64($0) } ?? 8

  @Test(arguments: 1...menus)
  func `A removed row takes with it exactly what requires it`(_ seed: UInt64) throws {
    let document = RandomMenu(seed: seed).document
    for reduced in document.withoutOneRow() where !reduced.products.rows.isEmpty {
      let expected = RemainingRows(reduced)
      guard !expected.products.isEmpty else {
        #expect(throws: (any Error).self) { try MenuSnapshot(reduced) }
        continue
      }
      let menu = try MenuSnapshot(reduced)
      #expect(Set(menu.modifiers.keys.map(\.rawValue)) == expected.modifiers)
      #expect(Set(menu.products.keys.map(\.rawValue)) == expected.products)
      #expect(Set(menu.variants.map(\.id.rawValue)) == expected.variants)
      #expect(Set(menu.combos.keys.map(\.rawValue)) == expected.combos)
    }
  }

  @Test(arguments: 1...menus)
  func `A removed row makes nothing orderable and changes no price`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let whole = try MenuSnapshot(world.document).at()
    for reduced in world.document.withoutOneRow() {
      guard !RemainingRows(reduced).products.isEmpty else { continue }
      let order = try MenuSnapshot(reduced).at()
      for wish in world.wishes(8, in: order) where order.problems(in: wish) == [] {
        #expect(whole.problems(in: wish) == [])
        #expect(whole.ordered(wish)?.price == order.ordered(wish)?.price)
      }
    }
  }
}

extension MenuDocument {
  /// Returns a document for each row of each table that lacks this row.
  fileprivate func withoutOneRow() -> [MenuDocument] {
    func without<Row>(_ table: WritableKeyPath<MenuDocument, Rows<Row>>) -> [MenuDocument] {
      self[keyPath: table].rows.indices.map { index in
        var document = self
        document[keyPath: table].rows.remove(at: index)
        return document
      }
    }
    return without(\.products) + without(\.sizes) + without(\.crusts) + without(\.ingredients)
      + without(\.groups) + without(\.modifiers) + without(\.combos) + without(\.slots)
  }
}

/// The rows that can be sold, by removal of all others until nothing changes.
private struct RemainingRows {
  var modifiers, products, variants, combos: Set<String>

  init(_ document: MenuDocument) {
    var modifiers = Set(document.modifiers.rows.map(\.id))
    var groups = Set(document.groups.rows.map(\.id))
    /// The optional groups and slots without content, which nothing requires.
    var omitted: Set<String> = []
    func isRequired(_ rule: QuantityRow?) -> Bool { rule?.min ?? 0 > 0 || rule?.minKinds ?? 0 > 0 }
    func isWhole(_ ids: [String]?, _ known: Set<String>) -> Bool {
      known.union(omitted).isSuperset(of: ids ?? [])
    }
    func canFill(_ group: GroupRow, _ rule: QuantityRow?) -> Bool {
      var owned: Set<String> = []
      let offered = document.modifiers.rows
        .filter { group.modifiers.contains($0.id) && modifiers.contains($0.id) }
        .sorted { $0.max ?? 1 > $1.max ?? 1 }
        .filter { row in
          let nested = document.groups.rows
            .filter { row.groups?.contains($0.id) == true && isRequired($0.quantity) }.map(\.id)
          guard owned.isDisjoint(with: nested) else { return false }
          owned.formUnion(nested)
          return true
        }
      let most = offered.prefix(rule?.maxKinds ?? 100).reduce(0) { $0 + ($1.max ?? 1) }
      return offered.count >= rule?.minKinds ?? 0
        && most >= max(rule?.min ?? 0, rule?.minKinds ?? 0)
    }
    while true {
      let before = (modifiers.count, groups.count, omitted.count)
      for group in document.groups.rows where groups.contains(group.id) {
        let isEmpty = modifiers.isDisjoint(with: group.modifiers)
        if isEmpty || !canFill(group, group.quantity) { groups.remove(group.id) }
        if isEmpty, !isRequired(group.quantity) { omitted.insert(group.id) }
      }
      modifiers = modifiers.filter { id in
        isWhole(document.modifiers.rows.first { $0.id == id }?.groups, groups)
      }
      if before == (modifiers.count, groups.count, omitted.count) { break }
    }
    let sizes = Set(document.sizes.rows.map(\.id)).union([""])
    let crusts = Set(document.crusts.rows.map(\.id)).union([""])
    let ingredients = Set(document.ingredients.rows.map(\.id))
    let sold = document.products.rows.compactMap { product -> (String, [String])? in
      // A change of a group that the product is built without is void, unless it requires a choice.
      let offers = (product.offers ?? []).filter {
        !omitted.contains($0.group) || isRequired($0.quantity)
      }
      guard isWhole(product.groups, groups), ingredients.isSuperset(of: product.ingredients ?? []),
        groups.isSuperset(of: offers.map(\.group)),
        offers.allSatisfy({ offer in
          document.groups.rows.first { $0.id == offer.group }.map { group in
            canFill(
              group,
              QuantityRow(
                min: group.quantity?.min, max: nil, minKinds: group.quantity?.minKinds,
                maxKinds: group.quantity?.maxKinds))
          } ?? false
        })
      else { return nil }
      let variants = product.variants.rows.filter {
        sizes.contains($0.size ?? "") && crusts.contains($0.crust ?? "")
      }
      return variants.isEmpty ? nil : (product.id, variants.map(\.id))
    }
    let variants = Set(sold.flatMap(\.1))
    var slots: Set<String> = []
    for slot in document.slots.rows {
      let left = slot.options.filter(variants.contains).count
      if left == 0, !isRequired(slot.quantity) { omitted.insert(slot.id) }
      if left > 0, left >= slot.quantity?.minKinds ?? 0 { slots.insert(slot.id) }
    }
    /// Whether a combo can have more products than are free.
    func isPaid(_ combo: ComboRow) -> Bool {
      let left = document.slots.rows.filter { combo.slots.contains($0.id) && slots.contains($0.id) }
      return left.reduce(0) { $0 + ($1.quantity?.max ?? 100) } > combo.pricing.count ?? 0
    }
    combos = Set(
      document.combos.rows.filter { combo in
        isWhole(combo.slots, slots) && isWhole(combo.groups, groups)
          && !slots.isDisjoint(with: combo.slots) && isPaid(combo)
      }.map(\.id))
    self.modifiers = modifiers
    self.variants = variants
    products = Set(sold.map(\.0))
  }
}
