/// A cart as the server sends it; amounts are minor units.
public struct CartView: Codable, Sendable, Equatable {
  /// What a product was made into, in canonical order.
  public struct Configuration: Codable, Sendable, Hashable {
    /// Something added.
    public struct Modifier: Codable, Sendable, Hashable {
      let id: String
      let count: Int
    }

    /// Something in a slot.
    public struct Part: Codable, Sendable, Hashable {
      let slot: String
      let configuration: Configuration
    }

    /// The product.
    public let product: String
    let variant: String?
    let modifiers: [Modifier]
    let removed: [String]
    let parts: [Part]
  }

  /// An amount with its currency.
  public struct Amount: Codable, Sendable, Hashable {
    let minorUnits: Int64
    let currency: String
  }

  /// An item as an app described it.
  public struct Item: Codable, Sendable, Hashable {
    /// What it is made into.
    public let configuration: Configuration
    let city: Int
    /// What it is called.
    public let name: String
    let variantName: String?
    let details: [String]
    let image: String?
    let unitPrice: Amount
    let revision: String
  }

  /// How the order reaches the user.
  public struct Fulfilment: Codable, Sendable, Hashable {
    /// What it is, such as `chosen` or `gift`.
    public let kind: String
    let place: String
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
    let code: String
    let text: String?
    let limit: Int?
  }

  /// A line.
  public struct Line: Codable, Sendable, Equatable {
    /// What it is, such as `chosen` or `gift`.
    public let kind: String
    let id: String
    /// What is in it.
    public let item: Item
    /// How many.
    public let quantity: Int
    /// One of it.
    public let unitPrice: Int64
    let total: Int64
    let discounts: [Discount]
    /// All of it without the discounts.
    public let final: Int64
    let problems: [Problem]
  }

  /// A promo code and what it does.
  public struct Promo: Codable, Sendable, Equatable {
    /// The code.
    public let code: String
    let status: String
    let text: String?
    let amount: Int64?
    let missing: Int64?
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
  let city: Int
  let currency: String
  let fulfilment: Fulfilment?
  /// The lines, in the order in which they were added.
  public let lines: [Line]
  /// The promo codes, in the order in which they were entered.
  public let promos: [Promo]
  /// What is to be paid beside the lines.
  public let fees: [Fee]
  /// The sums.
  public let totals: Totals
  let minimum: Int64
  let problems: [Problem]
}
