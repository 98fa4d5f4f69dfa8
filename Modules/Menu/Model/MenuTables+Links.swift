import Commerce

extension MenuTables {
  /// Returns the ids without duplicates, or `nil` if a required choice is lost.
  ///
  /// A choice is lost with an id that is not a key of `known`. So is a choice that is listed twice, but
  /// can be made only once, if `isRequired` returns `true` for it. Unknown and duplicate ids are reported
  /// as problems of the part of the menu with the path `place`. If `ids` is `nil`, the result is empty.
  mutating func requiredReferences<Entity, Value>(
    _ ids: [String]?, among known: [MenuID<Entity>: Value], _ place: String,
    isRequired: (Value) -> Bool = { _ in false }
  ) -> [MenuID<Entity>]? {
    let ids = ids ?? []
    let (found, isWhole) = links(ids, among: known, place)
    guard isWhole else { return nil }
    guard found.count < ids.count else { return found }
    let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
    let isLost = found.contains { id in
      counts[id.rawValue] ?? 0 > 1 && known[id].map(isRequired) == true
    }
    return isLost ? nil : found
  }

  /// Returns the ids of an item's groups, or `nil` if a required choice is lost.
  ///
  /// Empty optional groups are left out. A group that needs a rule of a later release makes the item
  /// ``unpriced``.
  mutating func requiredGroups(
    _ ids: [String]?, of item: MenuItem, _ place: String
  ) -> [ModifierGroup.ID]? {
    guard let ids else { return [] }
    if !building.unknownGroups.isDisjoint(with: ids) { unpriced.insert(item) }
    guard
      let found = requiredReferences(
        ids.filter { !isOmitted(group: $0) }, among: groups, place,
        isRequired: \.quantity.isRequired)
    else { return nil }
    guard !nesting.isEmpty else { return found }
    // A choice that the item and one of its modifiers require can be made only once.
    let own = Set(found)
    let isPossible = found.compactMap { groups[$0] }.allSatisfy { group in
      group.quantity.isSatisfiable(
        by: group.modifiers.compactMap { modifiers[$0] }, beside: own)
    }
    return require(isPossible, place, .unsatisfiable) ? found : nil
  }

  func isKnown(_ needs: [String]?) -> Bool { Self.knownNeeds.isSuperset(of: needs ?? []) }

  /// Makes an item ``unpriced`` if it needs a rule of a later release.
  mutating func checkNeeds(_ needs: [String]?, of item: MenuItem) {
    if !isKnown(needs) { unpriced.insert(item) }
  }

  /// Returns the ids that are keys of `known`, without duplicates, and whether all are keys.
  ///
  /// Unknown and duplicate ids are reported as problems of the part of the menu with the path `place`.
  mutating func links<Entity, Value>(
    _ ids: [String], among known: [MenuID<Entity>: Value], _ place: String
  ) -> (found: [MenuID<Entity>], isWhole: Bool) {
    var found: [MenuID<Entity>] = []
    var indices: [[MenuID<Entity>: Value].Index] = []
    found.reserveCapacity(ids.count)
    indices.reserveCapacity(ids.count)
    for text in ids {
      let id = MenuID<Entity>(rawValue: text)
      if let index = known.index(forKey: id) {
        found.append(id)
        indices.append(index)
      } else {
        report(place, .dangling(text))
      }
    }
    let isWhole = found.count == ids.count
    // Duplicate ids have equal indices in `known`. Sorting these indices finds duplicates much faster
    // than hashing the ids.
    indices.sort()
    if zip(indices, indices.dropFirst()).contains(where: ==) {
      var seen: Set<MenuID<Entity>> = []
      for id in found where !seen.insert(id).inserted {
        report("\(place)/\(id.rawValue)", .duplicate)
      }
      seen = []
      found = found.filter { seen.insert($0).inserted }
    }
    return (found, isWhole)
  }

  /// Returns the quantity rule of a group or slot; `nil` if its limits are invalid or contradictory.
  ///
  /// Invalid or contradictory limits are reported as a problem of the part of the menu with the path
  /// `place`. A missing limit is that of `usual`; without it, a missing minimum is 0, and a missing
  /// maximum ``maximumQuantity``. A higher maximum is ``maximumQuantity``, too.
  mutating func quantity(
    _ row: QuantityRow?, _ place: String, unless usual: QuantityRule? = nil
  ) -> QuantityRule? {
    let most = Self.maximumQuantity
    let count = (
      row?.min ?? usual?.count.lowerBound ?? 0,
      min(row?.max ?? usual?.count.upperBound ?? most, most)
    )
    let kinds = (
      row?.minKinds ?? usual?.kinds.lowerBound ?? 0,
      min(row?.maxKinds ?? usual?.kinds.upperBound ?? most, most)
    )
    for (minimum, maximum) in [count, kinds, (kinds.0, count.1)] {
      guard require((0...most).contains(minimum), place, .outOfRange("\(minimum) to \(maximum)")),
        require(minimum <= maximum, place, .contradictory(minimum: minimum, maximum: maximum))
      else { return nil }
    }
    return QuantityRule(count: count.0...count.1, kinds: kinds.0...kinds.1)
  }

  /// Returns a number of free units, by default 0; `nil` if it is negative, which is reported.
  mutating func free(_ free: Int?, _ place: String) -> Int? {
    let free = free ?? 0
    return require(free >= 0, place, .outOfRange("\(free) free")) ? free : nil
  }

  /// Returns the free units that groups share; `nil` if a row is invalid or two rows have one group.
  mutating func allowances(_ rows: [Allowance]?, _ place: String) -> [Allowance]? {
    let allowances = rows ?? []
    let named = allowances.flatMap(\.groups)
    for group in Set(named).map(\.rawValue).sorted() where !isOmitted(group: group) {
      if groups[ModifierGroup.ID(rawValue: group)] == nil { report(place, .dangling(group)) }
    }
    let isValid = Set(named).count == named.count && allowances.allSatisfy { $0.free >= 0 }
    return require(isValid, place, .outOfRange("allowances")) ? allowances : nil
  }

  /// Whether items are built without a group, because it is empty or needs a rule of a later release.
  func isOmitted(group id: String) -> Bool {
    building.emptyGroups.contains(id) || building.unknownGroups.contains(id)
  }

  /// Reports the sizes and crusts of a condition that the menu lacks; they match no variant.
  mutating func reportUnknown(
    _ sizes: Set<ProductSize.ID>?, _ crusts: Set<Crust.ID>?, _ place: String
  ) {
    let lost =
      (sizes ?? []).filter { self.sizes[$0] == nil }.map(\.rawValue)
      + (crusts ?? []).filter { self.crusts[$0] == nil }.map(\.rawValue)
    for id in lost.sorted() { report(place, .dangling(id)) }
  }

  /// Returns the allergens that the server names; the result is complete only if `contained` is named.
  func allergens(_ contained: [String]?, _ possible: [String]?) -> Allergens {
    let tags = Set((contained ?? []).map(MenuTag.init))
    return Allergens(
      contained: tags, possible: Set((possible ?? []).map(MenuTag.init)).subtracting(tags),
      isComplete: contained != nil)
  }

  /// Whether a price is in the valid range ``prices``.
  ///
  /// A price outside the range is reported as a problem of the part of the menu with the path `place`.
  mutating func isPrice(_ price: Int64, _ place: String) -> Bool {
    require(Amount.prices.contains(price), place, .outOfRange("price \(price)"))
  }

  /// Returns the hours of sale of a product or combo; `nil` if one of `rows` is invalid.
  ///
  /// An invalid row is reported as a problem; `place` is the path of the product or combo in the
  /// report. If `rows` is `nil`, the result is empty, because the item is always sold.
  mutating func hours(_ rows: [HoursRow]?, _ place: String) -> [HoursWindow]? {
    var windows: [HoursWindow] = []
    for row in rows ?? [] {
      guard let window = HoursWindow(row) else {
        report("\(place)/hours", .outOfRange("\(row.opens) to \(row.closes) on \(row.days)"))
        return nil
      }
      windows.append(window)
    }
    return windows
  }
}
