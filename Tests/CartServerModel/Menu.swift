extension CartServerModel {
  /// What is sold, and for how much.
  public struct Menu: Sendable, Codable {
    /// The currency of all prices.
    public var currency: String
    /// Prices by `product`, `product/variant` or the id of a modifier; what has none is not sold.
    public var prices: [String: Int64]
    /// The products that are not sold for now.
    public var soldOut: Set<String> = []
    /// How many there are of a product that is scarce.
    public var stock: [String: Int] = [:]

    /// Makes a menu.
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

  /// What may be done with carts.
  public struct Rules: Sendable, Codable {
    /// How many there may be of one line.
    public var quantity = 99
    /// How many lines there may be.
    public var lines = 200
    /// The smallest order.
    public var minimum: Int64 = 0
    /// What bringing it costs.
    public var delivery: Int64 = 0
    /// From which sum on bringing it costs nothing.
    public var freeFrom: Int64?
    /// What promo codes there are.
    public var promos: [String: Promo] = [:]

    /// Makes rules that allow everything for nothing.
    public init() {}
  }

  /// A promo code.
  public struct Promo: Sendable, Codable {
    /// What it does.
    public enum Effect: Sendable, Codable {
      /// Takes so many percent off, of one product or of all.
      case percent(Int64, of: String? = nil)
      /// Takes a sum off, spread over the lines.
      case amount(Int64)
      /// Brings something for nothing.
      case gift(CartView.Item)
    }

    /// What it does.
    public var effect: Effect
    /// The smallest sum that it is for.
    public var minimum: Int64 = 0
    /// Whether its time is over.
    public var isExpired = false
    /// Whether it has been used.
    public var isUsed = false
    /// Whether it goes with no other.
    public var isExclusive = false

    /// Makes a code that anyone may use.
    public init(_ effect: Effect) { self.effect = effect }
  }
}
