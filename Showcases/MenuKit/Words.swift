public import Commerce
public import Foundation
public import Menu
import ShowcaseKit

extension OrderableMenu {
  /// Returns a text of ``MenuWords`` in the menu's language, with values in place of `#`.
  func say(_ english: String, _ values: Any...) -> String {
    MenuWords.text(english, values.map { "\($0)" }, in: menu.language)
  }

  /// Returns a price as usual in its country, in the menu's language; `no price` for `nil`.
  public func text(_ price: Money?) -> String {
    price?.text(in: menu.language) ?? say("no price")
  }

  /// Returns the name of an item, or its id if the menu does not contain it.
  public func name(_ item: MenuItem) -> String {
    switch item {
    case .product(let id): menu.products[id]?.name ?? id.rawValue
    case .variant(let id): menu.variants[id].map(name) ?? id.rawValue
    case .combo(let id): menu.combos[id]?.name ?? id.rawValue
    case .modifier(let id): menu.modifiers[id]?.name ?? id.rawValue
    case .ingredient(let id): menu.ingredients[id] ?? id.rawValue
    case .size(let id): menu.sizes[id] ?? id.rawValue
    case .category(let id): menu.categories.first { $0.id == id }?.name ?? id.rawValue
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
  /// For an unavailable item, `remark` is the reason. For an available item, `remark` contains the number
  /// of units that are left or, without a limit, the badges, such as `popular`. A time in the reason is in
  /// the time zone `zone`.
  public func row(
    _ item: MenuItem, in zone: TimeZone
  ) -> (name: String, price: String, remark: String) {
    var badges: [MenuTag] = []
    var hasOnePrice = true
    switch item {
    case .product(let id):
      badges = menu.products[id]?.badges ?? []
      hasOnePrice = menu.products[id]?.variants.count == 1
    case .combo(let id):
      badges = menu.combos[id]?.badges ?? []
      hasOnePrice = false
    case .variant, .modifier, .ingredient, .size, .category: break
    }
    let remark = limit(of: item, in: zone) ?? badges.map(words).joined(separator: ", ")
    let price = lowestPrice(of: item).map { hasOnePrice ? text($0) : say("from #", text($0)) }
    return (name(item), price ?? "", remark)
  }

  /// Returns what is known about a product: its description, then the weight, energy, diets and
  /// allergens of its variant in one line.
  public func facts(_ configuration: ProductConfiguration) -> [String] {
    guard let variant = menu.variants[configuration.variant] else { return [] }
    let product = menu.products[variant.product]
    let portion = variant.grams.flatMap { variant.nutrition?.portion(grams: $0) }
    let allergens = menu.allergens(of: configuration)
    let numbers = [
      variant.grams.map { say("# g", $0) }, portion.map { say("# kcal", $0.kilocalories) },
    ]
    func list(_ tags: Set<MenuTag>) -> String {
      tags.sorted { $0.rawValue < $1.rawValue }.map(words).joined(separator: ", ")
    }
    let (contained, possible) = (list(allergens.contained), list(allergens.possible))
    let diets = list(menu.diets(of: configuration))
    let facts =
      numbers.compactMap(\.self) + (diets.isEmpty ? [] : [diets])
      + (contained.isEmpty ? [] : [say("contains #", contained)])
      + (possible.isEmpty ? [] : [say("may contain #", possible)])
      + (allergens.isComplete ? [] : [say("other allergens are not stated")])
    return [product?.text ?? "", facts.joined(separator: " · ")].filter { !$0.isEmpty }
  }

  /// Returns the name of a tag, or the server's identifier of a tag that this showcase does not know.
  private func words(_ tag: MenuTag) -> String { say(tag == .hit ? "popular" : tag.rawValue) }

  /// Returns why an item is unavailable, or how many units are left; `nil` if there is no limit.
  func limit(of item: MenuItem, in zone: TimeZone) -> String? {
    unavailability(of: item).map { words($0, in: zone) }
      ?? unitsLeft(of: item).map { say("# left", $0) }
  }

  private func words(_ absence: Unavailability, in zone: TimeZone) -> String {
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
      say("# until #", say(cause), $0.wall(in: zone, menu.language))
    } ?? say(cause)
  }

  /// Describes a problem and its place in the configuration, in one line.
  ///
  /// A time in it is in the time zone `zone`.
  public func words(_ problem: ConfigurationProblem, in zone: TimeZone) -> String {
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
      case .unavailable(let absence): words(absence, in: zone)
      case .tooFew(let minimum): say("choose at least #", minimum)
      case .tooMany(let maximum): say("choose at most #", maximum)
      case .tooFewKinds(let minimum): say("choose at least # different ones", minimum)
      case .tooManyKinds(let maximum): say("choose at most # different ones", maximum)
      case .priceless: say("has no price")
      }
    return "\(place.joined(separator: " › ")): \(what)"
  }
}

extension Date {
  /// Returns the day and the time in a time zone, in a language: `25 Nov, 07:00`.
  public func wall(in zone: TimeZone, _ language: String = "en") -> String {
    let style = Date.VerbatimFormatStyle(
      format:
        "\(day: .defaultDigits) \(month: .abbreviated), \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
      locale: Locale(identifier: language), timeZone: zone,
      calendar: Calendar(identifier: .gregorian))
    return formatted(style)
  }
}
