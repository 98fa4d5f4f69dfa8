extension CartServerModel {
  /// The products on sale with their prices.
  public struct Menu: Sendable, Codable {
    /// The ISO 4217 code of the currency of all prices.
    public var currency: String
    /// The price of each product, variant and modifier on sale, in minor units.
    ///
    /// The key is the id of a product or modifier, or `product/variant`. A variant without an entry
    /// has the price of its product. A product or modifier without an entry is not sold.
    public var prices: [String: Int64]
    /// The ids of the products that are currently unavailable.
    public var soldOut: Set<String> = []
    /// The remaining quantity of each scarce product, by the product's id.
    public var stock: [String: Int] = [:]

    /// Creates a menu; `currency` is an ISO 4217 code, and the prices are in minor units.
    public init(currency: String, prices: [String: Int64]) {
      self.currency = currency
      self.prices = prices
    }

    func unitPrice(of configuration: CartView.Configuration) -> Int64? {
      let product = configuration.product
      let name = configuration.variant.map { "\(product)/\($0)" } ?? product
      guard var price = prices[name] ?? prices[product] else { return nil }
      for modifier in configuration.modifiers {
        guard let each = prices[modifier.id] else { return nil }
        price += each * Int64(modifier.count)
      }
      for part in configuration.parts {
        guard let each = unitPrice(of: part.configuration) else { return nil }
        price += each
      }
      return price
    }
  }

  /// The limits, fees, and promo codes for carts.
  public struct Rules: Sendable, Codable {
    /// The maximum quantity of one line.
    public var quantity = 99
    /// The maximum number of lines in a cart.
    public var lines = 200
    /// The minimum order amount, in minor units.
    public var minimum: Int64
    /// The delivery fee, in minor units.
    public var delivery: Int64
    /// The smallest sum of the lines after discounts for which delivery is free, in minor units.
    ///
    /// If the value is `nil`, delivery is never free.
    public var freeFrom: Int64?
    /// The rule of each promo code, by the code.
    public var promos: [String: Promo]

    /// Creates rules, by default without minimum, fees, or promo codes; amounts are in minor units.
    public init(
      minimum: Int64 = 0, delivery: Int64 = 0, freeFrom: Int64? = nil, promos: [String: Promo] = [:]
    ) {
      self.minimum = minimum
      self.delivery = delivery
      self.freeFrom = freeFrom
      self.promos = promos
    }
  }

  /// The rule of a promo code: its effect and its restrictions.
  public struct Promo: Sendable, Codable {
    /// The effect of a promo code.
    public enum Effect: Sendable, Codable {
      /// A percentage off one product, given by its id, or off all products if the id is `nil`.
      case percent(Int64, of: String? = nil)
      /// A fixed amount off in minor units, distributed over the lines.
      case amount(Int64)
      /// An item free of charge.
      case gift(CartView.Item)
    }

    /// The discount or gift that the code gives.
    public var effect: Effect
    /// The smallest sum of the lines before discounts for which the code applies, in minor units.
    public var minimum: Int64
    /// Whether the code has expired.
    public var isExpired: Bool
    /// Whether the user has used the code in an earlier order.
    public var isUsed: Bool
    /// Whether the code cannot be combined with any other code.
    public var isExclusive: Bool

    /// Creates a promo code, by default without restrictions.
    ///
    /// `minimum` is the smallest sum of the lines for which the code applies, in minor units.
    public init(
      _ effect: Effect, minimum: Int64 = 0, isExpired: Bool = false, isUsed: Bool = false,
      isExclusive: Bool = false
    ) {
      self.effect = effect
      self.minimum = minimum
      self.isExpired = isExpired
      self.isUsed = isUsed
      self.isExclusive = isExclusive
    }
  }
}
