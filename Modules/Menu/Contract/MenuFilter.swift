/// A guest's diet and the allergens that the guest avoids.
///
/// ```swift
/// let filter = MenuFilter(avoiding: [MenuTag(rawValue: "nuts")], diet: MenuTag(rawValue: "vegan"))
/// let suitable = order.items(fitting: filter).filter { $0.value == .fits }
/// ```
public struct MenuFilter: Sendable, Hashable {
  /// The allergens to avoid, even if an item only may contain them; may be empty.
  let avoiding: Set<MenuTag>
  /// The diet that an item must suit; `nil` for any.
  let diet: MenuTag?

  /// Creates a filter, by default one that every item fits.
  public init(avoiding: Set<MenuTag> = [], diet: MenuTag? = nil) {
    self.avoiding = avoiding
    self.diet = diet
  }
}

/// The extent to which an item, as it is first offered, fits a ``MenuFilter``.
public enum MenuFit: Sendable, Hashable {
  /// The item neither contains nor may contain an avoided allergen, and suits the diet.
  case fits
  /// The item fits without these ingredients, although traces of the avoided allergens are possible.
  case fitsWithout(Set<Ingredient.ID>)
  /// The server does not name the allergens of all parts, or a required part cannot be chosen now.
  case unknown
  /// The item contains or may contain an avoided allergen, or does not suit the diet.
  case doesNotFit
}

extension MenuSnapshot {
  /// Returns the allergens of a combo; `nil` if the menu does not have the combo.
  ///
  /// An allergen is certainly contained if all options of a required slot contain it. Any other
  /// allergen is possible if at least one option contains it or may contain it.
  public func allergens(of combo: Combo.ID) -> Allergens? {
    guard let combo = combos[combo] else { return nil }
    var (contained, possible, isComplete) = (Set<MenuTag>(), Set<MenuTag>(), true)
    for slot in combo.slots.compactMap({ slots[$0] }) {
      let options = slot.offer.compactMap { products[$0.product]?.allergens }
      isComplete = isComplete && options.allSatisfy(\.isComplete)
      for option in options { possible.formUnion(option.contained.union(option.possible)) }
      guard slot.quantity.isRequired, let first = options.first else { continue }
      contained.formUnion(options.reduce(first.contained) { $0.intersection($1.contained) })
    }
    return Allergens(
      contained: contained, possible: possible.subtracting(contained), isComplete: isComplete)
  }

  /// Returns the allergens of a configured product, with its modifiers and its second half.
  ///
  /// If ingredients are left out, allergens that the product is then free of are possible, because
  /// traces may remain. A part that the menu lacks makes the result incomplete.
  ///
  /// ```swift
  /// show(menu.allergens(of: wish), menu.diets(of: wish))
  /// ```
  public func allergens(of configuration: ProductConfiguration) -> Allergens {
    PartFacts(parts(of: configuration)).allergens
  }

  /// Returns the allergens of a configured combo, with the modifiers of its products and its own.
  public func allergens(of configuration: ComboConfiguration) -> Allergens {
    PartFacts(parts(of: configuration)).allergens
  }

  /// Returns the diets that all parts of a configured product suit.
  public func diets(of configuration: ProductConfiguration) -> Set<MenuTag> {
    PartFacts(parts(of: configuration)).diets
  }

  /// Returns the diets that all parts of a configured combo suit.
  public func diets(of configuration: ComboConfiguration) -> Set<MenuTag> {
    PartFacts(parts(of: configuration)).diets
  }

  fileprivate func parts(of configuration: ComboConfiguration) -> [PartFacts?] {
    configuration.choices.values.joined().flatMap { parts(of: $0) }
      + parts(of: configuration.modifiers)
  }

  /// Returns the facts of each part of a product; `nil` for a part that the menu lacks.
  ///
  /// If the server's word is trusted, no traces remain of what the product is free of.
  fileprivate func parts(
    of configuration: ProductConfiguration, keepsTraces: Bool = true
  ) -> [PartFacts?] {
    let half = configuration.secondHalf.map {
      [facts(of: $0.variant, without: $0.removed, keepsTraces)]
    }
    return [facts(of: configuration.variant, without: configuration.removed, keepsTraces)]
      + (half ?? []) + parts(of: configuration.modifiers)
  }

  private func parts(of selection: ModifierSelection) -> [PartFacts?] {
    selection.values.joined().filter { $0.value > 0 }.map { choice, _ in
      modifiers[choice.modifier].map { PartFacts(allergens: $0.allergens, diets: $0.diets) }
    }
  }

  private func facts(
    of variant: Variant.ID, without removed: Set<Ingredient.ID>, _ keepsTraces: Bool
  ) -> PartFacts? {
    guard let product = variants[variant].flatMap({ products[$0.product] }) else { return nil }
    let rules = product.freeWithout.filter { $0.ingredients.isSubset(of: removed) }
    let contained = product.allergens.contained
    let traces = contained.intersection(rules.flatMap { $0.allergens ?? [] })
    return PartFacts(
      allergens: Allergens(
        contained: contained.subtracting(traces),
        possible: product.allergens.possible.union(keepsTraces ? traces : []),
        isComplete: product.allergens.isComplete),
      diets: Set(product.diets).union(rules.flatMap { $0.diets ?? [] }))
  }
}

/// The allergens of a part of a configuration, or of all parts, and the diets that it suits.
private struct PartFacts {
  let allergens: Allergens
  let diets: Set<MenuTag>
}

extension PartFacts {
  /// Combines parts; `nil` stands for a part of which nothing is known.
  fileprivate init(_ parts: [PartFacts?]) {
    let contained = Set(parts.flatMap { $0?.allergens.contained ?? [] })
    allergens = Allergens(
      contained: contained,
      possible: Set(parts.flatMap { $0?.allergens.possible ?? [] }).subtracting(contained),
      isComplete: !parts.isEmpty && parts.allSatisfy { $0?.allergens.isComplete == true })
    let diets = parts.map { $0?.diets ?? [] }
    self.diets = diets.dropFirst().reduce(diets.first ?? []) { $0.intersection($1) }
  }
}

extension OrderableMenu {
  /// Returns whether each product and combo of the menu's categories fits a filter.
  ///
  /// An item is considered as it is first offered: with the result of
  /// ``start(with:)-(Variant.ID)`` for its first available variant, or with that of
  /// ``start(with:)-(Combo.ID)``. Choices that are made later may change the result.
  ///
  /// ```swift
  /// let filter = MenuFilter(avoiding: [MenuTag(rawValue: "nuts")], diet: MenuTag(rawValue: "vegan"))
  /// let suitable = order.items(fitting: filter).filter { $0.value == .fits }
  /// ```
  public func items(fitting filter: MenuFilter) -> [MenuItem: MenuFit] {
    var fits: [MenuItem: MenuFit] = [:]
    for item in menu.categories.flatMap(\.items) where fits[item] == nil {
      fits[item] = fit(of: item, filter)
    }
    return fits
  }

  private func fit(of item: MenuItem, _ filter: MenuFilter) -> MenuFit? {
    guard let start = selection(of: item) else { return nil }
    let fit =
      switch start {
      case .product(let product): fit(of: product, filter)
      case .combo(let combo): filter.fit(menu.parts(of: combo))
      }
    guard fit != .doesNotFit, filter != MenuFilter() else { return fit }
    // A required part that cannot be chosen now might not fit.
    let lacksChoice = problems(in: start).contains { problem in
      switch problem.kind {
      case .tooFew, .tooFewKinds: true
      default: false
      }
    }
    return lacksChoice ? .unknown : fit
  }

  private func fit(of start: ProductConfiguration, _ filter: MenuFilter) -> MenuFit {
    let fit = filter.fit(menu.parts(of: start))
    guard fit == .doesNotFit,
      let product = menu.variants[start.variant].flatMap({ menu.products[$0.product] })
    else { return fit }
    var changed = start
    func fits(without rules: [FreeWithout]) -> Bool {
      changed.removed = Set(rules.flatMap(\.ingredients))
      return filter.fit(menu.parts(of: changed, keepsTraces: false)) == .fits
    }
    var needed = product.freeWithout.filter { $0.ingredients.isSubset(of: product.ingredients) }
    guard fits(without: needed) else { return .doesNotFit }
    // The first rules stay, and each that is not needed beside them goes.
    for rule in needed.reversed() {
      let fewer = needed.filter { $0 != rule }
      if fits(without: fewer) { needed = fewer }
    }
    return .fitsWithout(Set(needed.flatMap(\.ingredients)))
  }
}

extension MenuFilter {
  fileprivate func fit(_ parts: [PartFacts?]) -> MenuFit {
    let facts = PartFacts(parts)
    let found = facts.allergens.contained.union(facts.allergens.possible)
    guard avoiding.isDisjoint(with: found), diet.map(facts.diets.contains) ?? true else {
      return .doesNotFit
    }
    return facts.allergens.isComplete || avoiding.isEmpty ? .fits : .unknown
  }
}
