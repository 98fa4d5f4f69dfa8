extension MenuBuilder {
  /// Returns the ids that are keys of `known`, without duplicates.
  ///
  /// Unknown and duplicate ids are reported as problems of the part of the menu with the path `place`.
  mutating func resolvedReferences<Entity, Value>(
    _ ids: [String], among known: [MenuID<Entity>: Value], _ place: String
  ) -> [MenuID<Entity>] {
    links(ids, among: known, place).found
  }

  /// Returns the ids without duplicates, or `nil` if any id is not a key of `known`.
  ///
  /// Unknown and duplicate ids are reported as problems of the part of the menu with the path `place`.
  /// If `ids` is `nil`, the result is empty.
  mutating func requiredReferences<Entity, Value>(
    _ ids: [String]?, among known: [MenuID<Entity>: Value], _ place: String
  ) -> [MenuID<Entity>]? {
    let (found, isWhole) = links(ids ?? [], among: known, place)
    return isWhole ? found : nil
  }

  private mutating func links<Entity, Value>(
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
  /// `place`. A missing minimum is replaced by 0, and a missing maximum by ``maximumQuantity``.
  mutating func quantity(_ row: QuantityRow?, _ place: String) -> QuantityRule? {
    let count = (row?.min ?? 0, row?.max ?? Self.maximumQuantity)
    let kinds = (row?.minKinds ?? 0, row?.maxKinds ?? Self.maximumQuantity)
    for (minimum, maximum) in [count, kinds] {
      guard minimum >= 0, maximum <= Self.maximumQuantity else {
        report(place, .outOfRange("\(minimum) to \(maximum)"))
        return nil
      }
      guard minimum <= maximum else {
        report(place, .contradictory(minimum: minimum, maximum: maximum))
        return nil
      }
    }
    guard kinds.0 <= count.1 else {
      report(place, .contradictory(minimum: kinds.0, maximum: count.1))
      return nil
    }
    return QuantityRule(count: count.0...count.1, kinds: kinds.0...kinds.1)
  }

  /// Whether a price is in the valid range ``prices``.
  ///
  /// A price outside the range is reported as a problem of the part of the menu with the path `place`.
  mutating func isPrice(_ price: Int64, _ place: String) -> Bool {
    guard !Self.prices.contains(price) else { return true }
    report(place, .outOfRange("price \(price)"))
    return false
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

extension HoursWindow {
  init?(_ row: HoursRow) {
    let days = Set(row.days)
    let (first, last) = (row.from.map(CityCalendar.day), row.until.map(CityCalendar.day))
    guard !days.isEmpty, days.isSubset(of: 1...7), (0..<1440).contains(row.opens),
      (0...1440).contains(row.closes), first != .some(nil), last != .some(nil),
      (first ?? nil) ?? .min <= (last ?? nil) ?? .max
    else { return nil }
    self.init(
      weekdays: days, opens: row.opens, closes: row.closes, firstDay: first ?? nil,
      lastDay: last ?? nil)
  }
}
