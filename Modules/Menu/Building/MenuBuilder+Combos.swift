extension MenuBuilder {
  mutating func readSlots(_ menu: KeptMenu) {
    slots.reserveCapacity(menu.options.count)
    for place in places(of: menu.document.slots, "slots") {
      read(menu.document.slots.rows[place], menu.options[place], of: menu)
    }
  }

  mutating func readCombos(_ document: MenuDocument) {
    for row in rows(document.combos, "combos") {
      let place = "combos/\(row.id)"
      let wanted = row.slots.filter { !idleSlots.contains(Slot.ID(rawValue: $0)) }
      guard let slots = needs(wanted, among: slots, place), let hours = hours(row.hours, place),
        let pricing = pricing(row.pricing, place)
      else { continue }
      guard !slots.isEmpty else {
        report(place, .empty)
        continue
      }
      let id = Combo.ID(rawValue: row.id)
      combos[id] = Combo(
        id: id, name: row.name, text: row.text ?? "", image: row.image,
        badges: (row.badges ?? []).map(Mark.init), slots: slots, pricing: pricing, hours: hours)
    }
  }

  private mutating func read(_ row: SlotRow, _ places: [Int], of menu: KeptMenu) {
    let place = "slots/\(row.id)"
    let id = Slot.ID(rawValue: row.id)
    guard let quantity = quantity(row.quantity, place) else { return }
    var surcharges: [Variant.ID: Int64] = [:]
    var refused: Set<Variant.ID> = []
    for (text, price) in row.surcharges ?? [:] {
      let option = Variant.ID(rawValue: text)
      if Self.prices.contains(price) { surcharges[option] = price } else { refused.insert(option) }
    }
    var options = options(places, of: menu, place)
    if !refused.isEmpty {
      for option in refused.map(\.rawValue).sorted() {
        report("\(place)/\(option)", .outOfRange("price \(row.surcharges?[option] ?? 0)"))
      }
      options.removeAll { refused.contains($0) }
    }
    guard !options.isEmpty else {
      report(place, .empty)
      if !quantity.isRequired { idleSlots.insert(id) }
      return
    }
    guard quantity.kinds.lowerBound <= options.count,
      quantity.count.lowerBound == 0 || quantity.kinds.upperBound > 0
    else { return report(place, .unsatisfiable) }
    slots[id] = Slot(
      id: id, name: row.name, options: options, quantity: quantity, surcharges: surcharges)
  }

  /// What there is of what a slot offers, none of it twice.
  private mutating func options(
    _ places: [Int], of menu: KeptMenu, _ slot: String
  ) -> [Variant.ID] {
    var options: [Variant.ID] = []
    options.reserveCapacity(places.count)
    var seen = Set<Int>(minimumCapacity: places.count)
    for place in places {
      let id = Variant.ID(rawValue: menu.option(place))
      // What is not there by its place may be in the row of its product, or at another place.
      if isThere[place] || variants.index(forKey: id) != nil {
        if seen.insert(place).inserted {
          options.append(id)
        } else {
          report("\(slot)/\(id.rawValue)", .duplicate)
        }
      } else {
        report(slot, .dangling(id.rawValue))
      }
    }
    return options
  }

  private mutating func pricing(_ row: PricingRow, _ place: String) -> Combo.Pricing? {
    switch row.rule {
    case "fixed":
      // A fixed price without a price is free of charge to nobody's knowledge.
      guard isPrice(row.price ?? -1, place) else { return nil }
      return .fixed(row.price ?? 0)
    case "parts":
      let percentOff = row.percentOff ?? 0
      guard (0...100).contains(percentOff) else {
        report(place, .outOfRange("\(percentOff) percent off"))
        return nil
      }
      return .parts(percentOff: percentOff)
    default:
      return .unknown(row.rule)
    }
  }
}
