extension MenuBuilder {
  mutating func readSlots(_ menu: StoredMenu) {
    slots.reserveCapacity(menu.options.count)
    offering = Array(repeating: -1, count: variants.count)
    for slot in places(of: menu.document.slots, "slots") { read(slot, of: menu) }
  }

  mutating func readCombos(_ document: MenuDocument) {
    for row in rows(document.combos, "combos") {
      let place = "combos/\(row.id)"
      let wanted = row.slots.filter { !emptyOptionalSlots.contains(ComboSlot.ID(rawValue: $0)) }
      guard let slots = requiredReferences(wanted, among: slots, place),
        let hours = hours(row.hours, place),
        let pricing = pricing(row.pricing, place)
      else { continue }
      guard !slots.isEmpty else {
        report(place, .empty)
        continue
      }
      let id = Combo.ID(rawValue: row.id)
      combos[id] = Combo(
        id: id, name: row.name, text: row.text ?? "", image: row.image,
        badges: (row.badges ?? []).map(MenuTag.init), slots: slots, pricing: pricing, hours: hours)
    }
  }

  private mutating func read(_ slot: Int, of menu: StoredMenu) {
    let row = menu.document.slots.rows[slot]
    let place = "slots/\(row.id)"
    let id = ComboSlot.ID(rawValue: row.id)
    guard let quantity = quantity(row.quantity, place) else { return }
    var offer = offer(slot, of: menu, place)
    var surcharges = row.surcharges ?? [:]
    let refused = surcharges.filter { !Self.prices.contains($0.value) }
    if !refused.isEmpty {
      for (option, price) in refused.sorted(by: { $0.key < $1.key }) {
        report("\(place)/\(option)", .outOfRange("price \(price)"))
        surcharges[option] = nil
      }
      offer.removeAll { refused[variants[$0].id.rawValue] != nil }
    }
    guard !offer.isEmpty else {
      report(place, .empty)
      if !quantity.isRequired { emptyOptionalSlots.insert(id) }
      return
    }
    guard quantity.kinds.lowerBound <= offer.count,
      quantity.count.lowerBound == 0 || quantity.kinds.upperBound > 0
    else { return report(place, .unsatisfiable) }
    slots[id] = ComboSlot(
      id: id, name: row.name, quantity: quantity,
      offer: SlotOffer(places: offer, variants: variants.variants), surcharges: surcharges)
  }

  /// Returns the position in ``variants`` of each option of a slot.
  ///
  /// `slot` is the index of the slot in the document. Unknown and duplicate options are left out and
  /// reported as problems of the slot. `name` is the slot's path in these reports.
  private mutating func offer(_ slot: Int, of menu: StoredMenu, _ name: String) -> [Int] {
    var offer: [Int] = []
    offer.reserveCapacity(menu.options[slot].count)
    for option in menu.options[slot] {
      // An element of `places` is `nil` if an earlier variant has the same id. It is also `nil` if the
      // variant is stored in the row of its product. In both cases, the option is looked up by its id.
      guard
        let place = places[option] ?? variants.place(of: Variant.ID(rawValue: menu.option(option)))
      else {
        report(name, .dangling(menu.option(option)))
        continue
      }
      guard offering[place] != slot else {
        report("\(name)/\(menu.option(option))", .duplicate)
        continue
      }
      offering[place] = slot
      offer.append(place)
    }
    return offer
  }

  private mutating func pricing(_ row: PricingRow, _ place: String) -> Combo.Pricing? {
    switch row.rule {
    case "fixed":
      // A missing price is replaced by −1, which is invalid, so the combo is left out. Otherwise the
      // combo would be free of charge.
      let price = row.price ?? -1
      return isPrice(price, place) ? .fixed(price) : nil
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
