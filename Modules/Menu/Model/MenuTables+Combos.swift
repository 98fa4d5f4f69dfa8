import Commerce

extension MenuTables {
  mutating func readSlots(_ menu: StoredMenu) {
    slots.reserveCapacity(menu.options.count)
    building.offering = Array(repeating: -1, count: variants.count)
    for slot in places(of: menu.document.slots, "slots") { read(slot, of: menu) }
  }

  mutating func readCombos(_ document: MenuDocument) {
    for row in rows(document.combos, "combos") {
      let place = "combos/\(row.id)"
      let id = Combo.ID(rawValue: row.id)
      let wanted = row.slots.filter { !building.emptySlots.contains($0) }
      guard
        let slots = requiredReferences(
          wanted, among: slots, place, isRequired: \.quantity.isRequired),
        let groups = requiredGroups(row.groups, of: .combo(id), place),
        let hours = hours(row.hours, place),
        let pricing = pricing(row.pricing, of: slots, place)
      else { continue }
      guard require(!slots.isEmpty, place, .empty) else { continue }
      if case .unknown = pricing { unpriced.insert(.combo(id)) }
      checkNeeds(row.needs, of: .combo(id))
      combos[id] = Combo(
        id: id, name: row.name, text: row.text ?? "", image: row.image,
        badges: (row.badges ?? []).map(MenuTag.init), slots: slots, groups: groups,
        pricing: pricing, hours: hours)
    }
  }

  private mutating func read(_ slot: Int, of menu: StoredMenu) {
    let row = menu.document.slots.rows[slot]
    let place = "slots/\(row.id)"
    let id = ComboSlot.ID(rawValue: row.id)
    guard let quantity = quantity(row.quantity, place) else { return }
    var offer = offer(slot, of: menu, place)
    var surcharges = row.surcharges ?? [:]
    for option in surcharges.keys.sorted() {
      let position = variants.place(of: Variant.ID(rawValue: option))
      // An option without its variant is already reported.
      guard position.map({ building.offering[$0] }) != slot,
        !menu.options[slot].contains(where: { menu.option($0) == option })
      else { continue }
      report(place, .dangling(option))
    }
    let refused = surcharges.filter { !Amount.prices.contains($0.value) }
    if !refused.isEmpty {
      for (option, price) in refused.sorted(by: { $0.key < $1.key }) {
        report("\(place)/\(option)", .outOfRange("price \(price)"))
        surcharges[option] = nil
      }
      offer.removeAll { refused[variants[$0].id.rawValue] != nil }
    }
    guard !offer.isEmpty else {
      report(place, .empty)
      if !quantity.isRequired { building.emptySlots.insert(row.id) }
      return
    }
    guard quantity.kinds.lowerBound <= offer.count,
      quantity.count.lowerBound == 0 || quantity.kinds.upperBound > 0
    else { return report(place, .unsatisfiable) }
    guard let allowances = allowances(row.allowances, place) else { return }
    slots[id] = ComboSlot(
      id: id, name: row.name, quantity: quantity,
      offer: SlotOffer(places: offer, variants: variants.variants), surcharges: surcharges,
      allowances: row.allowances.map { _ in allowances })
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
        let place = building.places[option]
          ?? variants.place(of: Variant.ID(rawValue: menu.option(option)))
      else {
        report(name, .dangling(menu.option(option)))
        continue
      }
      guard building.offering[place] != slot else {
        report("\(name)/\(menu.option(option))", .duplicate)
        continue
      }
      building.offering[place] = slot
      offer.append(place)
    }
    return offer
  }

  /// Returns the pricing rule of a combo with these slots; `nil` if its numbers are invalid.
  private mutating func pricing(
    _ row: PricingRow, of slots: [ComboSlot.ID], _ place: String
  ) -> Combo.Pricing? {
    switch row.rule {
    case "fixed":
      // A missing price is replaced by −1, which is invalid, so the combo is left out. Otherwise the
      // combo would be free of charge.
      let price = row.price ?? -1
      return isPrice(price, place) ? .fixed(price) : nil
    case "parts":
      let percentOff = row.percentOff ?? 0
      guard require((0...100).contains(percentOff), place, .outOfRange("\(percentOff) percent off"))
      else { return nil }
      return .parts(percentOff: percentOff)
    case "amountOff":
      let amount = row.amount ?? -1
      return isPrice(amount, place) ? .amountOff(amount) : nil
    case "cheapestFree":
      let offered = self.slots.filter { slots.contains($0.key) }
      let named = (row.slots ?? slots.map(\.rawValue)).filter { !building.emptySlots.contains($0) }
      guard let wanted = requiredReferences(named, among: offered, place) else { return nil }
      let most = offered.values.reduce(0) { $0 + $1.quantity.count.upperBound }
      // If all products were free, the combo would be, too.
      let count = row.count ?? -1
      guard require((0..<most).contains(count), place, .outOfRange("\(count) free"))
      else { return nil }
      return .cheapestFree(count: count, slots: Set(wanted))
    default:
      return .unknown(row.rule)
    }
  }
}
