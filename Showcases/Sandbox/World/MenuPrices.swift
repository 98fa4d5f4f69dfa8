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

  struct Product: Decodable, Sendable {
    struct Variant: Decodable, Sendable {
      let id: String
      let size: String?
      let price: Price
    }

    struct Halves: Decodable, Sendable {
      let pricing: String
    }

    let id: String
    let variants: [Variant]
    let ingredients: [String]?
    let groups: [String]?
    let halves: Halves?
  }

  struct Group: Decodable, Sendable {
    let id: String
    let modifiers: [String]
    let free: Int?
  }

  struct Modifier: Decodable, Sendable {
    struct Override: Decodable, Sendable {
      let group: String?
      let size: String?
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
    }

    let id: String
    let slots: [String]
    let pricing: Pricing
  }

  struct Slot: Decodable, Sendable {
    let id: String
    let options: [String]
    let surcharges: [String: Price]?
  }

  private enum CodingKeys: CodingKey {
    case currency, products, groups, modifiers, combos, slots
  }

  let currency: String
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
    products = try table(.products, \.id)
    groups = try table(.groups, \.id)
    modifiers = try table(.modifiers, \.id)
    combos = try table(.combos, \.id)
    slots = try table(.slots, \.id)
  }

  /// Returns the price of one unit in minor units, or `nil` if the menu does not sell the item.
  ///
  /// `method` is the fulfillment method in the wire format.
  func unitPrice(of item: CartView.Configuration, _ method: String) -> Int64? {
    guard let combo = combos[item.product] else {
      return amounts(of: item, method).map { $0.base + $0.added }
    }
    var sum = combo.pricing.price?[method] ?? 0
    for part in item.parts {
      let chosen = part.configuration
      guard combo.slots.contains(part.slot), let slot = slots[part.slot],
        let variant = chosen.variant, slot.options.contains(variant),
        let (base, added) = amounts(of: chosen, method),
        let share = combo.pricing.share(of: base)
      else { return nil }
      sum += share + added + (slot.surcharges?[variant]?[method] ?? 0)
    }
    return sum
  }

  /// Returns the price of the product without modifiers, and the price of the modifiers.
  ///
  /// The price of a half-and-half product is computed from both halves. Returns `nil` if the menu
  /// does not sell the item.
  private func amounts(
    of item: CartView.Configuration, _ method: String
  ) -> (base: Int64, added: Int64)? {
    func variant(of item: CartView.Configuration) -> Product.Variant? {
      products[item.product]?.variants.first { $0.id == item.variant }
    }
    guard let product = products[item.product], let first = variant(of: item) else { return nil }
    var base = first.price[method]
    for half in item.parts {
      guard half.slot == CartView.Configuration.secondHalf, let halves = product.halves,
        let second = variant(of: half.configuration)
      else { return nil }
      base = halves.price(base, second.price[method])
    }
    var added: Int64 = 0
    for (id, chosen) in Dictionary(grouping: item.modifiers, by: { group(of: $0, in: product) }) {
      guard let group = groups[id] else { return nil }
      var units: [Int64] = []
      for modifier in chosen {
        guard group.modifiers.contains(modifier.id), let row = modifiers[modifier.id],
          (1...99).contains(modifier.count)
        else { return nil }
        units += repeatElement(row.price(in: id, first.size)[method], count: modifier.count)
      }
      added += units.sorted(by: >).dropLast(group.free ?? 0).reduce(0, +)
    }
    return (base, added)
  }

  /// Returns the ID of the modifier's group; empty if no group of the product has the modifier.
  private func group(of modifier: CartView.Configuration.Modifier, in product: Product) -> String {
    modifier.group ?? product.groups?.first { groups[$0]?.modifiers.contains(modifier.id) == true }
      ?? ""
  }

  /// Returns everything that an item consists of, each part as `kind/id`, such as `product/cola`.
  ///
  /// The parts are products, variants, ingredients, modifiers and combos. If one of them is
  /// unavailable, the item is unavailable.
  func needs(of item: CartView.Configuration) -> Set<String> {
    guard combos[item.product] == nil else {
      return item.parts.reduce(["combo/\(item.product)"]) { $0.union(needs(of: $1.configuration)) }
    }
    let kept = Set(products[item.product]?.ingredients ?? []).subtracting(item.removed)
    let own = ["product/\(item.product)", "variant/\(item.variant ?? "")"]
    return item.parts.reduce(
      Set(own + kept.map { "ingredient/\($0)" } + item.modifiers.map { "modifier/\($0.id)" })
    ) { $0.union(needs(of: $1.configuration)) }
  }
}

extension CartView.Configuration {
  /// The ID of the slot that holds the second half of a half-and-half product.
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

extension MenuPrices.Modifier {
  func price(in group: String, _ size: String?) -> MenuPrices.Price {
    overrides?.first { ($0.group ?? group) == group && ($0.size ?? size) == size }?.price ?? price
  }
}

extension MenuPrices.Combo.Pricing {
  /// Returns the amount that a product with this price adds to the price of a combo.
  ///
  /// Returns `nil` if the combo's pricing rule is unknown.
  func share(of price: Int64) -> Int64? {
    switch rule {
    case "fixed": 0
    case "parts": (price * (100 - (percentOff ?? 0)) + 50) / 100
    default: nil
    }
  }
}
