import Menu
import Networking
import Pricing
import Sync

extension OrderableMenu {
  /// Formats a price as is usual in the city, in the menu's language.
  func text(_ price: Money?) -> String {
    price.map { SandboxCity.format($0, in: menu.language) } ?? "no price"
  }

  /// Returns the name of an item, or its ID if the menu does not contain it.
  func name(_ item: MenuItem) -> String {
    switch item {
    case .product(let id): menu.products[id]?.name ?? id.rawValue
    case .variant(let id): menu.variants[id].map(variantName) ?? id.rawValue
    case .combo(let id): menu.combos[id]?.name ?? id.rawValue
    case .modifier(let id): menu.modifiers[id]?.name ?? id.rawValue
    case .ingredient(let id): menu.ingredients[id] ?? id.rawValue
    }
  }

  private func variantName(_ variant: Variant) -> String {
    let axes = [
      variant.size.flatMap { menu.sizes[$0] },
      variant.crust.flatMap { menu.crusts[$0] },
    ].compactMap { $0 }
    return ([name(.product(variant.product))] + axes).joined(separator: ", ")
  }

  /// Returns the row of a product or a combo.
  ///
  /// The remark is the reason why the item is unavailable, else its badges.
  func row(_ item: MenuItem) -> (name: String, price: String, remark: String) {
    let badges: [MenuTag] =
      switch item {
      case .product(let id): menu.products[id]?.badges ?? []
      case .combo(let id): menu.combos[id]?.badges ?? []
      case .variant, .modifier, .ingredient: []
      }
    let remark = unavailability(of: item).map(words) ?? line(badges, " ")
    return (name(item), lowestPrice(of: item).map(text) ?? "", remark)
  }

  /// Returns a variant's weight, energy, allergens and diets, in one line.
  func facts(_ variant: Variant) -> String {
    let product = menu.products[variant.product]
    let portion = variant.grams.flatMap { variant.nutrition?.portion(grams: $0) }
    let allergens = (product?.allergens.contained ?? []).sorted { $0.rawValue < $1.rawValue }
    return [
      variant.grams.map { "\($0) g" } ?? "", portion.map { "\($0.kilocalories) kcal" } ?? "",
      line(allergens, ", "), line(product?.diets ?? [], ", "),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func line(_ marks: [MenuTag], _ separator: String) -> String {
    marks.map(\.rawValue).joined(separator: separator)
  }

  func words(_ absence: Unavailability) -> String {
    let cause =
      switch absence.cause {
      case .stopped(.some(let reason)): reason == .soldOut ? "sold out" : reason.rawValue
      case .stopped(.none): "stopped"
      case .closed: "not at this hour"
      case .nothingToChoose: "nothing left to choose from"
      case .unknownPricing: "needs a newer app"
      }
    return absence.returns.map { "\(cause), back \(SandboxCity.wall($0))" } ?? cause
  }

  /// Describes a problem and its place in the configuration, in one line.
  func words(_ problem: ConfigurationProblem) -> String {
    let place = problem.path.map { step in
      switch step {
      case .slot(let id): menu.slots[id]?.name ?? id.rawValue
      case .choice(let position): "\(position + 1)"
      case .secondHalf: "second half"
      case .group(let id): menu.groups[id]?.name ?? id.rawValue
      case .item(let item): name(item)
      }
    }
    let what =
      switch problem.kind {
      case .unknown: "is not on the menu"
      case .notOffered: "is not offered here"
      case .mismatched: "has another size or crust"
      case .unavailable(let absence): words(absence)
      case .tooFew(let minimum): "take at least \(minimum)"
      case .tooMany(let maximum): "take at most \(maximum)"
      case .tooFewKinds(let minimum): "take at least \(minimum) different ones"
      case .tooManyKinds(let maximum): "take at most \(maximum) different ones"
      case .priceless: "has no price"
      }
    return "\(place.joined(separator: " › ")): \(what)"
  }

  /// Returns the lines of an item in the cart.
  func lines(_ item: OrderedItem, indent: String = "") -> [String] {
    let parts = item.parts.map { part in
      switch part.kind {
      case .size, .crust: part.name
      case .secondHalf: "½ \(part.name)"
      case .modifier: "+ \(part.count) × \(part.name)"
      case .removed, .removedFromSecondHalf: "− \(part.name)"
      }
    }
    let details = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return ["\(indent)\(item.name)\(details)  \(text(item.price))"]
      + item.products.flatMap { lines($0, indent: indent + "  ") }
  }

  /// Returns one line for each difference from another menu.
  func lines(_ changes: MenuChanges, since old: OrderableMenu) -> [String] {
    let prices = changes.prices.map { change in
      change.old == change.new
        ? "\(name(change.item)): priced by another rule"
        : "\(name(change.item)): \(text(change.old)) → \(text(change.new))"
    }
    return changes.removed.filter(\.isShown).map { "gone: \(old.name($0))" }.sorted()
      + changes.added.filter(\.isShown).map { "new: \(name($0))" }.sorted() + prices.sorted()
  }
}

extension MenuItem {
  /// Whether the item belongs to a category; a variant changes together with its product.
  fileprivate var isShown: Bool {
    switch self {
    case .product, .combo: true
    case .variant, .modifier, .ingredient: false
    }
  }
}

extension SyncError {
  var words: String {
    switch self {
    case .fetch(let failure): failure.words
    case .closed(let reasons): "closed: \(reasons.map(\.rawValue).sorted().joined(separator: ", "))"
    case .superseded: "another menu was selected meanwhile"
    case .cancelled: "cancelled"
    case let error: "\(error)"
    }
  }
}

extension FetchFailure {
  var words: String {
    switch self {
    case .noAnswer(.offline): "no network"
    case .noAnswer(.tooLarge(let limit)): "larger than \(limit) bytes"
    case .noAnswer(let error): "\(error)"
    case .status(let status): "HTTP \(status)"
    case .refused(let problem): "\(problem)"
    case .unusable(let body): "\(body)"
    case .outdated: "the server's menu is older than the stored one"
    case .notStored(let error): "\(error)"
    }
  }
}
