import Menu
import Networking
import Pricing
import ShowcaseKit

extension OrderableMenu {
  /// Returns a text of ``MenuWords`` in the menu's language, with values in place of `#`.
  func say(_ english: String, _ values: Any...) -> String {
    MenuWords.text(english, values.map { "\($0)" }, in: menu.language)
  }

  /// Formats a price as usual in the city, in the menu's language; `no price` for `nil`.
  func text(_ price: Money?) -> String {
    price.map { SandboxCity.format($0, in: menu.language) } ?? say("no price")
  }

  /// Returns the name of an item, or its ID if the menu does not contain it.
  func name(_ item: MenuItem) -> String {
    switch item {
    case .product(let id): menu.products[id]?.name ?? id.rawValue
    case .variant(let id): menu.variants[id].map(name) ?? id.rawValue
    case .combo(let id): menu.combos[id]?.name ?? id.rawValue
    case .modifier(let id): menu.modifiers[id]?.name ?? id.rawValue
    case .ingredient(let id): menu.ingredients[id] ?? id.rawValue
    }
  }

  private func name(_ variant: Variant) -> String {
    [name(.product(variant.product)), size(of: variant)].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// Returns the size and the crust of a variant; empty if it has neither.
  func size(of variant: Variant) -> String {
    [variant.size.flatMap { menu.sizes[$0] }, variant.crust.flatMap { menu.crusts[$0] }]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the texts in the row of a product or a combo.
  ///
  /// For an unavailable item, `remark` is the reason. For an available item, `remark` contains the
  /// badges, such as `popular`.
  func row(_ item: MenuItem) -> (name: String, price: String, remark: String) {
    var badges: [MenuTag] = []
    var hasOnePrice = true
    switch item {
    case .product(let id):
      badges = menu.products[id]?.badges ?? []
      hasOnePrice = menu.products[id]?.variants.count == 1
    case .combo(let id):
      badges = menu.combos[id]?.badges ?? []
      hasOnePrice = false
    case .variant, .modifier, .ingredient: break
    }
    let remark = unavailability(of: item).map(words) ?? badges.map(words).joined(separator: ", ")
    let price = lowestPrice(of: item).map { hasOnePrice ? text($0) : say("from #", text($0)) }
    return (name(item), price ?? "", remark)
  }

  /// Returns a variant's weight, energy, diets and allergens, in one line.
  func facts(_ variant: Variant) -> String {
    let product = menu.products[variant.product]
    let portion = variant.grams.flatMap { variant.nutrition?.portion(grams: $0) }
    let allergens = (product?.allergens.contained ?? []).sorted { $0.rawValue < $1.rawValue }
    let numbers = [
      variant.grams.map { say("# g", $0) }, portion.map { say("# kcal", $0.kilocalories) },
    ]
    let contained = allergens.map(words).joined(separator: ", ")
    return
      (numbers.compactMap(\.self) + (product?.diets.map(words) ?? [])
      + (contained.isEmpty ? [] : [say("contains #", contained)])).joined(separator: " · ")
  }

  /// Returns the name of a tag, or the server's identifier of a tag that this showcase does not know.
  private func words(_ tag: MenuTag) -> String { say(tag == .hit ? "popular" : tag.rawValue) }

  func words(_ absence: Unavailability) -> String {
    let cause =
      switch absence.cause {
      case .stopped(.soldOut): "sold out"
      case .stopped(.equipment): "cannot be made"
      case .stopped: "unavailable"
      case .closed: "not served"
      case .nothingToChoose: "no option is left"
      case .unknownPricing: "needs a newer release of the app"
      }
    return absence.returns.map {
      say("# until #", say(cause), SandboxCity.wall($0, in: menu.language))
    } ?? say(cause)
  }

  /// Describes a problem and its place in the configuration, in one line.
  func words(_ problem: ConfigurationProblem) -> String {
    let place = problem.path.map { step in
      switch step {
      case .slot(let id): menu.slots[id]?.name ?? id.rawValue
      case .choice(let position): "\(position + 1)"
      case .secondHalf: say("second half")
      case .group(let id): menu.groups[id]?.name ?? id.rawValue
      case .item(let item): name(item)
      }
    }
    let what =
      switch problem.kind {
      case .unknown: say("is not on the menu")
      case .notOffered: say("cannot be chosen here")
      case .mismatched: say("must have the same size and crust")
      case .unavailable(let absence): words(absence)
      case .tooFew(let minimum): say("choose at least #", minimum)
      case .tooMany(let maximum): say("choose at most #", maximum)
      case .tooFewKinds(let minimum): say("choose at least # different ones", minimum)
      case .tooManyKinds(let maximum): say("choose at most # different ones", maximum)
      case .priceless: say("has no price")
      }
    return "\(place.joined(separator: " › ")): \(what)"
  }

  /// Returns an item in the cart as lines of text, each of which begins with `indent`.
  ///
  /// The first line is the item with its choices and its price. If the item is a combo, an indented
  /// line follows for each of its products.
  func lines(_ item: OrderedItem, indent: String = "") -> [String] {
    let parts = item.parts.map { part in
      switch part.kind {
      case .size, .crust: part.name
      case .secondHalf: "½ \(part.name)"
      case .modifier: "+ \(part.count == 1 ? "" : "\(part.count) × ")\(part.name)"
      case .removed, .removedFromSecondHalf: "− \(part.name)"
      }
    }
    let details = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    // An indented line is a product of a combo. In a combo with a fixed price, such a product costs
    // only as much as its extras. A price of zero is omitted.
    let price = indent.isEmpty || item.price.minorUnits > 0 ? "  \(text(item.price))" : ""
    return ["\(indent)\(item.name)\(details)\(price)"]
      + item.products.flatMap { lines($0, indent: indent + "  ") }
  }

  /// Returns the changes from the menu `old` to this menu, each as one line of text.
  ///
  /// Omits added and removed items that are neither products nor combos.
  func lines(_ changes: MenuChanges, since old: OrderableMenu) -> [String] {
    let prices = changes.prices.map { change in
      change.old == change.new
        ? "\(name(change.item)): other pricing rule"
        : "\(name(change.item)): \(text(change.old)) → \(text(change.new))"
    }
    return changes.removed.filter(\.isShown).map { "removed: \(old.name($0))" }.sorted()
      + changes.added.filter(\.isShown).map { "added: \(name($0))" }.sorted() + prices.sorted()
  }
}

extension MenuItem {
  /// Whether a text about changes of the menu mentions that this item was added or removed.
  ///
  /// `true` only for products and combos.
  fileprivate var isShown: Bool {
    switch self {
    case .product, .combo: true
    case .variant, .modifier, .ingredient: false
    }
  }
}

extension MenuSnapshot {
  /// The number of products and combos, the revision, and the number of defects in the server's data.
  var summary: String {
    let count = problems.count
    let flaws = count == 0 ? "" : ", \(count) \(count == 1 ? "problem" : "problems")"
    return "\(products.count) products, \(combos.count) combos, revision \(revision)\(flaws)"
  }
}
