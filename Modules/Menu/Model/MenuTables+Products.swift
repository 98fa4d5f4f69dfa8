import Commerce

extension MenuTables {
  mutating func readProducts(_ menu: StoredMenu) {
    let rows = menu.document.products
    products.reserveCapacity(rows.rows.count)
    variants.reserveCapacity(menu.variants.count)
    building.places = Array(repeating: nil, count: menu.variants.count + menu.others.count)
    var halves: [(MenuProduct.ID, HalvesRow)] = []
    for place in places(of: rows, "products") {
      guard let product = product(place, of: menu) else { continue }
      products[product.id] = product
      if let rule = rows.rows[place].halves { halves.append((product.id, rule)) }
    }
    // Products are linked to their possible second halves after all products are built. A second half
    // may come later in the document than the product.
    for (id, row) in halves {
      let partners = links(
        row.partners, among: products, "products/\(id.rawValue)/halves"
      ).found
      // A product is sold only whole if the menu has none of its possible second halves, or if this
      // release does not know its half-and-half rule.
      guard !partners.isEmpty else { continue }
      products[id]?.halfRule = HalfRule.Pricing(rawValue: row.pricing)
        .map { HalfRule(pricing: $0, partners: partners) }
    }
  }

  private mutating func product(_ index: Int, of menu: StoredMenu) -> MenuProduct? {
    let row = menu.document.products.rows[index]
    let place = "products/\(row.id)"
    let id = MenuProduct.ID(rawValue: row.id)
    guard let ingredients = requiredReferences(row.ingredients, among: ingredients, place),
      let groups = requiredGroups(row.groups, of: .product(id), place),
      let offers = offers(row.offers, of: groups, place),
      let allowances = allowances(row.allowances, place),
      let hours = hours(row.hours, place)
    else { return nil }
    let unoffered = Set(allowances.flatMap(\.groups)).subtracting(groups)
    let isOffered = unoffered.allSatisfy { isOmitted(group: $0.rawValue) }
    guard require(isOffered, place, .outOfRange("allowances")) else { return nil }
    reportUnreadable(row.variants, "\(place)/variants")
    var own = row.variants.rows.compactMap { read($0, of: id) }
    let columns = menu.variants(ofProduct: index)
    own.reserveCapacity(own.count + columns.count)
    for column in columns {
      guard let variant = read(menu.variants[column], of: id) else { continue }
      building.places[column] = variants.count - 1
      own.append(variant)
    }
    guard require(!own.isEmpty, place, .empty) else { return nil }
    checkNeeds(row.needs, of: .product(id))
    // A rule without ingredients says nothing.
    let rules = row.freeWithout ?? []
    for rule in rules where rule.ingredients.isEmpty { report("\(place)/freeWithout", .empty) }
    return MenuProduct(
      id: id, name: row.name, text: row.text ?? "", image: row.image,
      badges: (row.badges ?? []).map(MenuTag.init), diets: (row.diets ?? []).map(MenuTag.init),
      allergens: allergens(row.allergens, row.mayContain), variants: own,
      ingredients: ingredients, ownGroups: groups.compactMap { self.groups[$0] },
      offers: offers, allowances: allowances,
      freeWithout: rules.filter { !$0.ingredients.isEmpty }, halfRule: nil, hours: hours)
  }

  /// Returns the changes of a product's groups for certain variants; `nil` if one of them is invalid.
  ///
  /// Without an invalid change, the product would be sold with the limits and the free units of other
  /// variants.
  private mutating func offers(
    _ rows: [OfferRow]?, of groups: [ModifierGroup.ID], _ place: String
  ) -> [GroupOffer]? {
    var offers: [GroupOffer] = []
    for row in rows ?? [] {
      let id = ModifierGroup.ID(rawValue: row.group)
      // The product is built without the group, so a change of it that adds no required choice is void.
      let isVoid =
        building.unknownGroups.contains(row.group)
        || building.emptyGroups.contains(row.group) && row.quantity?.isRequired != true
      if isVoid { continue }
      guard groups.contains(id), let group = self.groups[id] else {
        report(place, .dangling(row.group))
        return nil
      }
      guard
        let quantity = quantity(row.quantity, place, unless: group.quantity),
        let free = free(row.free ?? group.free, place),
        case let offered = group.modifiers.compactMap({ modifiers[$0] }),
        require(quantity.isSatisfiable(by: offered), place, .unsatisfiable)
      else { return nil }
      reportUnknown(row.sizes, row.crusts, place)
      offers.append(
        GroupOffer(
          group: id, sizes: row.sizes, crusts: row.crusts, quantity: quantity, free: free))
    }
    return offers
  }

  private mutating func read(_ row: VariantRow, of product: MenuProduct.ID) -> Variant.ID? {
    let id = Variant.ID(rawValue: row.id)
    let size = row.size.map { ProductSize.ID(rawValue: $0) }
    let crust = row.crust.map { Crust.ID(rawValue: $0) }
    var flaw: MenuProblem.Kind?
    if let size, sizes.index(forKey: size) == nil { flaw = .dangling(size.rawValue) }
    if let crust, crusts.index(forKey: crust) == nil { flaw = .dangling(crust.rawValue) }
    if !Amount.prices.contains(row.price) { flaw = .outOfRange("price \(row.price)") }
    if row.grams.map({ !(0...100_000).contains($0) }) ?? false { flaw = .outOfRange("weight") }
    if row.nutrition.map({ !$0.isPossible }) ?? false { flaw = .outOfRange("nutrition") }
    let place = "products/\(product.rawValue)/variants/\(row.id)"
    var timedPrices: [TimedPrice] = []
    for price in row.prices ?? [] {
      guard isPrice(price.price, place), let hours = hours(price.hours, place),
        require(!hours.isEmpty, place, .empty)
      else { return nil }
      timedPrices.append(TimedPrice(price: price.price, hours: hours))
    }
    let variant = Variant(
      id: id, product: product, size: size, crust: crust, grams: row.grams,
      nutrition: row.nutrition, price: row.price, timedPrices: timedPrices)
    if flaw == nil, !variants.add(variant) { flaw = .duplicate }
    if let flaw { report(place, flaw) }
    return flaw == nil ? id : nil
  }
}
