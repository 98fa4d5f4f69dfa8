@testable import Menu

/// Test oracle that checks rules directly on the rows, without optimization.
///
/// The oracle shares only the shape of the document with the module. It lists every unit and
/// searches every table from the start.
struct SlowMenu {
  let document: MenuDocument
  let stopped: Set<String>

  init(_ document: MenuDocument, stops: [StopRow] = []) {
    self.document = document
    stopped = Set(stops.map { "\($0.kind) \($0.id)" })
  }

  func product(of variant: String) -> ProductRow? {
    document.products.rows.first { $0.variants.rows.contains { $0.id == variant } }
  }

  func variant(_ id: String) -> VariantRow? {
    document.products.rows.flatMap(\.variants.rows).first { $0.id == id }
  }

  func group(_ id: String) -> GroupRow? { document.groups.rows.first { $0.id == id } }

  func modifier(_ id: String) -> ModifierRow? { document.modifiers.rows.first { $0.id == id } }

  func slot(_ id: String) -> SlotRow? { document.slots.rows.first { $0.id == id } }

  /// A group with the limits that it has for a variant.
  struct Offered {
    let row: GroupRow
    var rule: QuantityRow?
  }

  func whole(_ groups: [String]?) -> [Offered] {
    (groups ?? []).compactMap(group).map { Offered(row: $0, rule: $0.quantity) }
  }

  /// Returns the groups that a product offers for a variant.
  func groups(of variant: VariantRow) -> [Offered] {
    guard let product = product(of: variant.id) else { return [] }
    return whole(product.groups).compactMap { group in
      let rows = (product.offers ?? []).filter { $0.group == group.row.id }
      if rows.isEmpty { return group }
      for row in rows {
        if let sizes = row.sizes, !sizes.contains(.init(rawValue: variant.size ?? "")) { continue }
        if let crusts = row.crusts, !crusts.contains(.init(rawValue: variant.crust ?? "")) {
          continue
        }
        let old = group.rule
        let rule = QuantityRow(
          min: row.quantity?.min ?? old?.min, max: row.quantity?.max ?? old?.max,
          minKinds: row.quantity?.minKinds ?? old?.minKinds,
          maxKinds: row.quantity?.maxKinds ?? old?.maxKinds)
        return Offered(row: group.row, rule: rule)
      }
      return nil
    }
  }

  /// Returns the groups that a selection can use, by expansion until nothing is added.
  func reach(_ own: [Offered], _ selection: ModifierSelection) -> [Offered] {
    var reach = own
    var next = 0
    while next < reach.count {
      for id in reach[next].row.modifiers {
        guard isSelected(id, in: reach[next].row.id, selection) else { continue }
        for group in whole(modifier(id)?.groups)
        where !reach.contains(where: { $0.row.id == group.row.id }) {
          reach.append(group)
        }
      }
      next += 1
    }
    return reach
  }

  func isSelected(_ modifier: String, in group: String, _ selection: ModifierSelection) -> Bool {
    let taken = selection[ModifierGroup.ID(rawValue: group)] ?? [:]
    return taken.contains { $0.key.modifier.rawValue == modifier && $0.value > 0 }
  }

  /// Returns the units of a choice.
  func units(_ choice: ModifierChoice, _ count: Int, in group: GroupRow) -> Int {
    let amount = group.amounts?.first { $0.id == choice.amount }
    return max(0, count) * (amount?.units ?? 1)
  }
}
