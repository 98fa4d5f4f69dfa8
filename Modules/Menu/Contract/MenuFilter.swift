/// A guest's diet and the allergens that the guest avoids.
///
/// ```swift
/// let filter = MenuFilter(avoiding: [MenuTag(rawValue: "nuts")], diet: MenuTag(rawValue: "vegan"))
/// let suitable = order.items(fitting: filter).filter { $0.value == .fits }
/// ```
public struct MenuFilter: Sendable, Hashable {
  /// The allergens to avoid, even if an item only may contain them; may be empty.
  public var avoiding: Set<MenuTag>
  /// The diet that an item must suit; `nil` for any.
  public var diet: MenuTag?

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
    Self.merged(parts(of: configuration).map { $0?.allergens })
  }

  /// Returns the allergens of a configured combo, with the modifiers of its products and its own.
  public func allergens(of configuration: ComboConfiguration) -> Allergens {
    Self.merged(parts(of: configuration).map { $0?.allergens })
  }

  /// Returns the diets that all parts of a configured product suit.
  public func diets(of configuration: ProductConfiguration) -> Set<MenuTag> {
    Self.common(parts(of: configuration).map { $0?.diets })
  }

  /// Returns the diets that all parts of a configured combo suit.
  public func diets(of configuration: ComboConfiguration) -> Set<MenuTag> {
    Self.common(parts(of: configuration).map { $0?.diets })
  }

  private typealias PartFacts = (allergens: Allergens, diets: Set<MenuTag>)

  private static func merged(_ parts: [Allergens?]) -> Allergens {
    let contained = parts.reduce(into: Set()) { $0.formUnion($1?.contained ?? []) }
    let possible = parts.reduce(into: Set()) { $0.formUnion($1?.possible ?? []) }
    return Allergens(
      contained: contained, possible: possible.subtracting(contained),
      isComplete: !parts.isEmpty && parts.allSatisfy { $0?.isComplete == true })
  }

  private static func common(_ diets: [Set<MenuTag>?]) -> Set<MenuTag> {
    guard let first = diets.first else { return [] }
    return diets.dropFirst().reduce(first ?? []) { $0.intersection($1 ?? []) }
  }

  /// Returns the allergens that any part of a product may contain, also those that another part contains.
  fileprivate func possibleAllergens(of configuration: ProductConfiguration) -> Set<MenuTag> {
    parts(of: configuration).reduce(into: []) { $0.formUnion($1?.allergens.possible ?? []) }
  }

  private func parts(of configuration: ComboConfiguration) -> [PartFacts?] {
    configuration.choices.values.joined().flatMap(parts) + parts(of: configuration.modifiers)
  }

  private func parts(of configuration: ProductConfiguration) -> [PartFacts?] {
    let half = configuration.secondHalf.map { [facts(of: $0.variant, without: $0.removed)] } ?? []
    return [facts(of: configuration.variant, without: configuration.removed)] + half
      + parts(of: configuration.modifiers)
  }

  private func parts(of selection: ModifierSelection) -> [PartFacts?] {
    selection.values.joined().filter { $0.value > 0 }.map { choice, _ in
      modifiers[choice.modifier].map { ($0.allergens, $0.diets) }
    }
  }

  private func facts(of variant: Variant.ID, without removed: Set<Ingredient.ID>) -> PartFacts? {
    guard let product = variants[variant].flatMap({ products[$0.product] }) else { return nil }
    let rules = product.freeWithout.filter { $0.ingredients.isSubset(of: removed) }
    let traces = rules.reduce(into: Set()) { $0.formUnion($1.allergens) }
      .intersection(product.allergens.contained)
    return (
      Allergens(
        contained: product.allergens.contained.subtracting(traces),
        possible: product.allergens.possible.union(traces),
        isComplete: product.allergens.isComplete),
      rules.reduce(into: Set(product.diets)) { $0.formUnion($1.diets) }
    )
  }
}

extension OrderableMenu {
  /// Returns whether each product and combo of the menu's categories fits a filter.
  ///
  /// An item is considered as it is first offered: with the result of
  /// ``start(with:)-(Variant.ID)`` for its first available variant, or with that of
  /// ``start(with:)-(Combo.ID)``. Choices that are made later may change the result.
  public func items(fitting filter: MenuFilter) -> [MenuItem: MenuFit] {
    var fits: [MenuItem: MenuFit] = [:]
    for item in menu.categories.flatMap(\.items) where fits[item] == nil {
      fits[item] = fit(of: item, filter)
    }
    return fits
  }

  private func fit(of item: MenuItem, _ filter: MenuFilter) -> MenuFit? {
    switch item {
    case .product(let id):
      guard let product = menu.products[id] else { return nil }
      let variants = product.variants.compactMap { menu.variants[$0] }
      let variant = variants.first { unavailability(of: $0, of: product) == nil } ?? variants.first
      return variant.map { variant in
        let start = start(with: variant)
        return known(fit(of: start, product, filter), filter, problems(in: start))
      }
    case .combo(let id):
      return menu.combos[id].map { combo in
        let start = start(with: combo)
        let fit = filter.fit(menu.allergens(of: start), menu.diets(of: start))
        return known(fit, filter, problems(in: start))
      }
    case .variant, .modifier, .ingredient, .size, .category: return nil
    }
  }

  /// Returns a result, or `unknown` if a required part cannot be chosen now, which might not fit.
  private func known(
    _ fit: MenuFit, _ filter: MenuFilter, _ problems: @autoclosure () -> [ConfigurationProblem]
  ) -> MenuFit {
    guard fit != .doesNotFit, filter != MenuFilter() else { return fit }
    let lacksChoice = problems().contains { problem in
      switch problem.kind {
      case .tooFew, .tooFewKinds: true
      default: false
      }
    }
    return lacksChoice ? .unknown : fit
  }

  private func fit(
    of start: ProductConfiguration, _ product: MenuProduct, _ filter: MenuFilter
  ) -> MenuFit {
    let fit = filter.fit(menu.allergens(of: start), menu.diets(of: start))
    guard fit == .doesNotFit else { return fit }
    var whole = start
    whole.removed = []
    // What a modifier may contain is no promise about the product.
    let possible = menu.possibleAllergens(of: whole)
    func removed(by rules: [FreeWithout]) -> Set<Ingredient.ID> {
      rules.reduce(into: []) { $0.formUnion($1.ingredients) }
    }
    func fits(without rules: [FreeWithout]) -> Bool {
      var changed = start
      changed.removed.formUnion(removed(by: rules))
      let allergens = menu.allergens(of: changed)
      // The server has declared that the product is free of these allergens without the ingredients.
      let traces = rules.reduce(into: Set()) { $0.formUnion($1.allergens) }.subtracting(possible)
      let isFree = filter.avoiding.isDisjoint(
        with: allergens.contained.union(allergens.possible.subtracting(traces)))
      return isFree && (allergens.isComplete || filter.avoiding.isEmpty)
        && filter.suits(menu.diets(of: changed))
    }
    var needed = product.freeWithout.filter { $0.ingredients.isSubset(of: product.ingredients) }
    guard fits(without: needed) else { return .doesNotFit }
    // The first rules stay, and each that is not needed beside them goes.
    for rule in needed.reversed() {
      let fewer = needed.filter { $0 != rule }
      if fits(without: fewer) { needed = fewer }
    }
    return .fitsWithout(removed(by: needed))
  }
}

extension MenuFilter {
  fileprivate func suits(_ diets: Set<MenuTag>) -> Bool { diet.map(diets.contains) ?? true }

  fileprivate func fit(_ allergens: Allergens, _ diets: Set<MenuTag>) -> MenuFit {
    guard avoiding.isDisjoint(with: allergens.contained.union(allergens.possible)), suits(diets)
    else { return .doesNotFit }
    return allergens.isComplete || avoiding.isEmpty ? .fits : .unknown
  }
}
