/// A cart as the server sends it; amounts are minor units.
public struct CartView: Codable, Sendable, Equatable {
  /// What a product was made into, in canonical order.
  public struct Configuration: Codable, Sendable, Hashable {
    /// Something added.
    public struct Modifier: Codable, Sendable, Hashable {
      /// Names it.
      public let id: String
      /// How many times.
      public let count: Int
    }

    /// Something in a slot.
    public struct Part: Codable, Sendable, Hashable {
      /// The slot.
      public let slot: String
      /// What is in it.
      public let configuration: Configuration
    }

    /// The product.
    public let product: String
    /// Its size.
    public let variant: String?
    /// What is added.
    public let modifiers: [Modifier]
    /// What is left out.
    public let removed: [String]
    /// What it consists of.
    public let parts: [Part]
  }

  /// An amount with its currency.
  public struct Amount: Codable, Sendable, Hashable {
    /// How many minor units.
    public let minorUnits: Int64
    /// The currency.
    public let currency: String
  }

  /// An item as an app described it.
  public struct Item: Codable, Sendable, Hashable {
    /// What it is made into.
    public let configuration: Configuration
    /// The city.
    public let city: Int
    /// What it is called.
    public let name: String
    /// The name of its size.
    public let variantName: String?
    /// What is to be shown of it.
    public let details: [String]
    /// Its picture.
    public let image: String?
    /// What one costs.
    public let unitPrice: Amount
    /// The menu that it is from.
    public let revision: String
  }

  /// How the order reaches the user.
  public struct Fulfilment: Codable, Sendable, Hashable {
    /// What it is, such as `chosen` or `gift`.
    public let kind: String
    /// Where.
    public let place: String
  }

  /// What a promo code takes off.
  public struct Discount: Codable, Sendable, Hashable {
    /// The code.
    public let code: String
    /// How much.
    public let amount: Int64
  }

  /// Something that stands against ordering.
  public struct Problem: Codable, Sendable, Hashable {
    /// What it is.
    public let code: String
    /// In words.
    public let text: String?
    /// How many there are.
    public let limit: Int?
  }

  /// A line.
  public struct Line: Codable, Sendable, Equatable {
    /// What it is, such as `chosen` or `gift`.
    public let kind: String
    /// Names it.
    public let id: String
    /// What is in it.
    public let item: Item
    /// How many.
    public let quantity: Int
    /// One of it.
    public let unitPrice: Int64
    /// All of it.
    public let total: Int64
    /// What is taken off.
    public let discounts: [Discount]
    /// All of it without the discounts.
    public let final: Int64
    /// What stands against ordering.
    public let problems: [Problem]
  }

  /// A promo code and what it does.
  public struct Promo: Codable, Sendable, Equatable {
    /// The code.
    public let code: String
    /// Whether it is applied, or why not.
    public let status: String
    /// In words.
    public let text: String?
    /// How much it takes off.
    public let amount: Int64?
    /// How much more has to be ordered.
    public let missing: Int64?
  }

  /// Something to pay beside the lines.
  public struct Fee: Codable, Sendable, Equatable {
    /// What it is, such as `chosen` or `gift`.
    public let kind: String
    /// How much.
    public let amount: Int64
  }

  /// The sums.
  public struct Totals: Codable, Sendable, Equatable {
    /// All lines without discounts.
    public let items: Int64
    /// What is taken off, by code.
    public let discounts: [Discount]
    /// What is taken off.
    public let discount: Int64
    /// What is to be paid.
    public let due: Int64
  }

  /// The cart.
  public let id: String
  /// Grows with every change.
  public let version: Int
  /// The city.
  public let city: Int
  /// The currency.
  public let currency: String
  /// How the order reaches the user.
  public let fulfilment: Fulfilment?
  /// The lines, in the order in which they were added.
  public let lines: [Line]
  /// The promo codes, in the order in which they were entered.
  public let promos: [Promo]
  /// What is to be paid beside the lines.
  public let fees: [Fee]
  /// The sums.
  public let totals: Totals
  /// The smallest order.
  public let minimum: Int64
  /// What stands against ordering.
  public let problems: [Problem]
}
