import Foundation

/// The prices of a menu, decoded from the menu document that the app receives too.
///
/// The type computes prices by the rules of the article *Rules of a menu*, as the module `Menu`
/// does. The two share no code. Therefore a test can compare their prices: a difference reveals an
/// error in one of the two.
struct MenuPrices: Decodable, Sendable {
  /// An amount in minor units: one for all fulfillment methods, or one for each method.
  struct Price: Decodable, Sendable {
    private let amounts: [String: Int64]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do { amounts = try container.decode([String: Int64].self) } catch {
        amounts = ["delivery": try container.decode(Int64.self)]
      }
    }

    subscript(method: String) -> Int64 { amounts[method] ?? amounts["delivery"] ?? 0 }
  }

  /// Conditions of a price: the fulfillment method, and the happy hours.
  struct Terms {
    let method: String
    /// The position of the price that each variant has instead of its regular price.
    var happy: [String: Int] = [:]
  }

  struct Product: Decodable, Sendable {
    struct Variant: Decodable, Sendable {
      struct HappyPrice: Decodable, Sendable {
        struct Hours: Decodable, Sendable {
          let days: [Int]
          let opens, closes: Int
          /// The first and the last day of the window, such as `2026-12-24`; `nil` without a limit.
          let from, until: String?
        }

        let price: Price
        let hours: [Hours]
      }

      let id: String
      let size, crust: String?
      let price: Price
      let prices: [HappyPrice]?
    }

    struct Halves: Decodable, Sendable {
      let pricing: String
    }

    struct Offer: Decodable, Sendable {
      let group: String
      let sizes, crusts: [String]?
      let free: Int?
    }

    let id: String
    let variants: [Variant]
    let ingredients: [String]?
    let groups: [String]?
    let halves: Halves?
    let offers: [Offer]?
    let allowances: [Allowance]?
  }

  struct Allowance: Decodable, Sendable {
    let groups: [String]
    let free: Int
  }

  struct Group: Decodable, Sendable {
    struct Tier: Decodable, Sendable {
      let units: Int?
      let price: Price
    }

    struct Portions: Decodable, Sendable {
      let half: Int64
    }

    struct Amount: Decodable, Sendable {
      let id: String
      let units: Int
    }

    let id: String
    let modifiers: [String]
    let free: Int?
    let tiers: [Tier]?
    let portions: Portions?
    let amounts: [Amount]?
  }

  struct Modifier: Decodable, Sendable {
    struct Override: Decodable, Sendable {
      let group, size, crust: String?
      let price: Price
    }

    let id: String
    let price: Price
    let overrides: [Override]?
  }

  struct Combo: Decodable, Sendable {
    struct Pricing: Decodable, Sendable {
      let rule: String
      let price: Price?
      let percentOff: Int64?
      let amount: Price?
      let count: Int?
      let slots: [String]?
    }

    let id: String
    let slots: [String]
    let groups: [String]?
    let pricing: Pricing
  }

  struct Slot: Decodable, Sendable {
    let id: String
    let options: [String]
    let surcharges: [String: Price]?
    let allowances: [Allowance]?
  }

  struct Category: Decodable, Sendable {
    struct Item: Decodable, Sendable {
      let kind, id: String
    }

    let id: String
    let items: [Item]
  }

  private enum CodingKeys: CodingKey {
    case currency, categories, products, groups, modifiers, combos, slots
  }

  let currency: String
  private let categories: [Category]
  private let products: [String: Product]
  private let groups: [String: Group]
  private let modifiers: [String: Modifier]
  private let combos: [String: Combo]
  private let slots: [String: Slot]

  init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    func table<Row: Decodable>(_ key: CodingKeys, _ id: (Row) -> String) throws -> [String: Row] {
      let rows = try document.decode([Row].self, forKey: key)
      return Dictionary(rows.map { (id($0), $0) }) { first, _ in first }
    }
    currency = try document.decode(String.self, forKey: .currency)
    categories = try document.decode([Category].self, forKey: .categories)
    products = try table(.products, \.id)
    groups = try table(.groups, \.id)
    modifiers = try table(.modifiers, \.id)
    combos = try table(.combos, \.id)
    slots = try table(.slots, \.id)
  }

  /// Returns the position of the price that each variant has now, if it is not its regular price.
  ///
  /// `now` is in seconds since 1970.
  func happyVariants(at now: Int, in zone: TimeZone) -> [String: Int] {
    let local = now + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(now)))
    let (day, minute) = (local / 86_400, local % 86_400 / 60)
    let (today, yesterday) = (Self.date(day), Self.date(day - 1))
    func begins(_ window: Product.Variant.HappyPrice.Hours, on day: (weekday: Int, text: String))
      -> Bool
    {
      window.days.contains(day.weekday) && window.from ?? day.text <= day.text
        && day.text <= window.until ?? day.text
    }
    var happy: [String: Int] = [:]
    for variant in products.values.flatMap(\.variants) {
      happy[variant.id] = variant.prices?.firstIndex { price in
        price.hours.contains { window in
          guard window.closes <= window.opens else {
            return begins(window, on: today) && minute >= window.opens && minute < window.closes
          }
          return begins(window, on: today) && minute >= window.opens
            || begins(window, on: yesterday) && minute < window.closes
        }
      }
    }
    return happy
  }

  /// Returns the weekday and the ISO 8601 date of a day, which is counted from 1970.
  private static func date(_ day: Int) -> (weekday: Int, text: String) {
    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
    // Day 0 was a Thursday, which is weekday 4.
    return ((day + 3) % 7 + 1, date.formatted(.iso8601.year().month().day()))
  }

  /// Returns the price of one unit in minor units, or `nil` if the menu does not sell the item.
  func unitPrice(of item: CartView.Configuration, _ terms: Terms) -> Int64? {
    guard let combo = combos[item.product] else {
      return amounts(of: item, terms).map { $0.base + $0.added }
    }
    guard let modifiers = added(item.modifiers, in: combo.groups ?? [], terms: terms) else {
      return nil
    }
    var parts: [(slot: String, base: Int64, extra: Int64)] = []
    for id in combo.slots {
      for part in item.parts where part.slot == id {
        guard let slot = slots[id], let variant = part.configuration.variant,
          slot.options.contains(variant),
          let (base, added) = amounts(of: part.configuration, in: slot, terms)
        else { return nil }
        parts.append((id, base, added + (slot.surcharges?[variant]?[terms.method] ?? 0)))
      }
    }
    guard parts.count == item.parts.count else { return nil }
    guard !parts.isEmpty else {
      return max(0, (combo.pricing.price?[terms.method] ?? 0) + modifiers)
    }
    let bases = parts.map { (slot: $0.slot, price: $0.base) }
    guard let shares = combo.pricing.shares(of: bases, terms.method) else { return nil }
    return max(0, zip(shares, parts).reduce(modifiers) { $0 + max(0, $1.0 + $1.1.extra) })
  }

  /// Returns the price of the product without modifiers, and the price of the modifiers.
  ///
  /// The price of a half-and-half product is computed from both halves. Returns `nil` if the menu
  /// does not sell the item.
  private func amounts(
    of item: CartView.Configuration, in slot: Slot? = nil, _ terms: Terms
  ) -> (base: Int64, added: Int64)? {
    func variant(of item: CartView.Configuration) -> Product.Variant? {
      products[item.product]?.variants.first { $0.id == item.variant }
    }
    func price(_ variant: Product.Variant) -> Int64 {
      (terms.happy[variant.id].flatMap { variant.prices?[$0].price } ?? variant.price)[terms.method]
    }
    guard let product = products[item.product], let first = variant(of: item) else { return nil }
    var base = price(first)
    for half in item.parts {
      guard half.slot == CartView.Configuration.secondHalf, let halves = product.halves,
        let second = variant(of: half.configuration)
      else { return nil }
      base = halves.price(base, price(second))
    }
    let added = added(
      item.modifiers, in: product.groups ?? [], to: first, product.offers ?? [],
      slot?.allowances ?? product.allowances ?? [], terms: terms)
    return added.map { (base, max($0, -base)) }
  }

  /// Returns the price of modifiers of a product, or of a combo if `variant` is `nil`.
  private func added(
    _ modifiers: [CartView.Configuration.Modifier], in own: [String],
    to variant: Product.Variant? = nil, _ offers: [Product.Offer] = [],
    _ allowances: [Allowance] = [], terms: Terms
  ) -> Int64? {
    /// Selected units of one modifier; the price of each is in hundredths.
    typealias Units = (each: Int64, count: Int)
    var added: Int64 = 0
    var shared = allowances.map { (free: $0.free, units: [Units]()) }
    let chosen = Dictionary(grouping: modifiers) { group(of: $0, in: own) }
    let order = own + chosen.keys.filter { !own.contains($0) }.sorted()
    for id in order where chosen[id] != nil {
      guard let group = groups[id] else { return nil }
      var units: [Units] = []
      let sorted = (chosen[id] ?? []).sorted {
        ($0.id, $0.portion ?? "", $0.amount ?? "") < ($1.id, $1.portion ?? "", $1.amount ?? "")
      }
      for modifier in sorted {
        let percent = modifier.portion == nil ? 100 : group.portions?.half
        let amount = group.amounts?.first { $0.id == modifier.amount }
        guard group.modifiers.contains(modifier.id), let row = self.modifiers[modifier.id],
          (1...99).contains(modifier.count), let percent, modifier.amount == nil || amount != nil
        else { return nil }
        let each = row.price(in: id, variant)[terms.method] * percent
        units.append((each, modifier.count * (amount?.units ?? 1)))
      }
      if let tiers = group.tiers {
        var rest = units.reduce(0) { $0 + $1.count }
        for tier in tiers {
          let count = min(rest, tier.units ?? rest)
          added += tier.price[terms.method] * Int64(count)
          rest -= count
        }
      } else if let index = allowances.firstIndex(where: { $0.groups.contains(id) }) {
        shared[index].units += units
      } else {
        let offer = offers.first { $0.group == id && $0.fits(variant) }
        added += Self.sum(units, free: offer?.free ?? group.free ?? 0)
      }
    }
    return shared.reduce(added) { $0 + Self.sum($1.units, free: $1.free) }
  }

  /// Returns the price of units without the cheapest; a unit that lowers the price is never free.
  private static func sum(_ units: [(each: Int64, count: Int)], free: Int) -> Int64 {
    var free = free
    let order = units.indices.sorted { (units[$0].each, $0) < (units[$1].each, $1) }
    return order.map { units[$0] }.reduce(0) { sum, unit in
      let gratis = unit.each < 0 ? 0 : min(unit.count, free)
      free -= gratis
      let hundredths = unit.each * Int64(unit.count - gratis)
      return sum + (hundredths < 0 ? (hundredths - 50) / 100 : (hundredths + 50) / 100)
    }
  }

  /// Returns the id of the modifier's group; empty if no group of the product has the modifier.
  private func group(
    of modifier: CartView.Configuration.Modifier, in own: [String]
  ) -> String {
    modifier.group ?? own.first { groups[$0]?.modifiers.contains(modifier.id) == true } ?? ""
  }

  /// Returns everything that an item consists of, each part as `kind/id`, such as `product/cola`.
  ///
  /// The parts are products, variants, sizes, categories, ingredients, modifiers and combos. If one of
  /// them is unavailable, the item is unavailable.
  func needs(of item: CartView.Configuration) -> Set<String> {
    let isCombo = combos[item.product] != nil
    let product = isCombo ? nil : products[item.product]
    let categories = categories.filter { category in
      category.items.contains { $0.id == item.product && ($0.kind == "combo") == isCombo }
    }
    let kept = Set(product?.ingredients ?? []).subtracting(item.removed)
    var needs = Set(kept.map { "ingredient/\($0)" } + item.modifiers.map { "modifier/\($0.id)" })
    needs.formUnion(categories.map { "category/\($0.id)" })
    needs.insert("\(isCombo ? "combo" : "product")/\(item.product)")
    if let variant = product?.variants.first(where: { $0.id == item.variant }) {
      needs.insert("variant/\(variant.id)")
      if let size = variant.size { needs.insert("size/\(size)") }
    }
    return item.parts.reduce(needs) { $0.union(self.needs(of: $1.configuration)) }
  }
}

extension CartView.Configuration {
  /// The id of the slot that holds the second half of a half-and-half product.
  public static let secondHalf = "secondHalf"
}

extension MenuPrices.Product.Halves {
  /// Returns the price of a half-and-half product from the full prices of its two halves.
  ///
  /// Half a minor unit is rounded up. Integer division drops the half, so 1 is added before each
  /// division by 2.
  func price(_ first: Int64, _ second: Int64) -> Int64 {
    switch pricing {
    case "average": (first + second + 1) / 2
    case "sumOfHalves": (first + 1) / 2 + (second + 1) / 2
    default: max(first, second)
    }
  }
}

extension MenuPrices.Product.Offer {
  func fits(_ variant: MenuPrices.Product.Variant?) -> Bool {
    (sizes?.contains(variant?.size ?? "") ?? true)
      && (crusts?.contains(variant?.crust ?? "") ?? true)
  }
}

extension MenuPrices.Modifier {
  func price(in group: String, _ variant: MenuPrices.Product.Variant?) -> MenuPrices.Price {
    overrides?.first {
      ($0.group ?? group) == group && ($0.size ?? variant?.size) == variant?.size
        && ($0.crust ?? variant?.crust) == variant?.crust
    }?.price ?? price
  }
}

extension MenuPrices.Combo.Pricing {
  /// Returns the amounts that products with these prices add to the price of a combo.
  ///
  /// Returns `nil` if the combo's pricing rule is unknown.
  func shares(of parts: [(slot: String, price: Int64)], _ method: String) -> [Int64]? {
    let prices = parts.map(\.price)
    let sum = prices.reduce(0, +)
    func split(_ amount: Int64) -> [Int64] {
      CartServerModel.spread(amount, over: sum > 0 ? prices : prices.map { _ in 1 })
    }
    switch rule {
    case "fixed": return split(price?[method] ?? 0)
    case "parts": return prices.map { ($0 * (100 - (percentOff ?? 0)) + 50) / 100 }
    case "amountOff": return split(max(0, sum - (amount?[method] ?? 0)))
    case "cheapestFree":
      let named = parts.indices.filter { slots?.contains(parts[$0].slot) ?? true }
      // A combo is never free as a whole.
      let most = max(0, min(count ?? 0, parts.count - 1))
      let free = named.sorted { (prices[$0], $0) < (prices[$1], $1) }.prefix(most)
      return prices.indices.map { free.contains($0) ? 0 : prices[$0] }
    default: return nil
    }
  }
}
