/// A cart in the server's wire format; amounts are minor units.
public struct CartView: Codable, Sendable, Equatable {
  /// A product with the user's choices.
  ///
  /// The arrays are sorted, so equal choices have equal values.
  public struct Configuration: Codable, Sendable, Hashable {
    /// An added modifier.
    public struct Modifier: Codable, Sendable, Hashable {
      /// The modifier's id.
      public let id: String
      /// The id of the modifier's group.
      ///
      /// `nil` if only one group of the product has the modifier.
      public let group: String?
      /// The number of units of the modifier.
      public let count: Int
      /// The half on which the modifier is, `first` or `second`; `nil` for the whole product.
      public var portion: String?
      /// The id of the amount, such as `extra`; `nil` for the normal one.
      public var amount: String?
    }

    /// A filled slot of a combo, or the second half of a half-and-half product.
    public struct Part: Codable, Sendable, Hashable {
      /// The slot's id; `secondHalf` for a second half.
      public let slot: String
      /// The product in the slot.
      public let configuration: Configuration
    }

    /// The id of the product or combo.
    public let product: String
    /// The variant's id; `nil` if the product has no variants.
    public let variant: String?
    /// The added modifiers.
    public let modifiers: [Modifier]
    /// The ids of removed ingredients.
    public let removed: [String]
    /// The filled slots of a combo, or the second half of a half-and-half product.
    public let parts: [Part]
  }

  /// An amount with its currency.
  public struct Amount: Codable, Sendable, Hashable {
    /// The amount in minor units.
    public let minorUnits: Int64
    /// The ISO 4217 currency code.
    public let currency: String
  }

  /// An item with the names and the price that the app displayed when the item was added.
  public struct Item: Codable, Sendable, Hashable {
    /// The configured product.
    public let configuration: Configuration
    /// The city's id.
    public let city: Int
    /// The product's name.
    public let name: String
    /// The variant's name, such as `30 cm`; `nil` if there is none to display.
    public let variantName: String?
    /// Further lines of text to display, such as the added modifiers.
    public let details: [String]
    /// The path of the image; `nil` without an image.
    public let image: String?
    /// The price of one unit.
    public let unitPrice: Amount
    /// The revision of the menu that the item comes from.
    public let revision: String
  }

  /// The fulfillment method of the order, and the place where the order goes.
  public struct Fulfillment: Codable, Sendable, Hashable {
    /// The method, such as `delivery` or `pickup`.
    public let kind: String
    /// The id of the address for a delivery, or of the restaurant for any other method.
    public let place: String
  }

  /// The discount of one promo code.
  public struct Discount: Codable, Sendable, Hashable {
    /// The promo code.
    public let code: String
    /// The amount of the discount, in minor units.
    public let amount: Int64
  }

  /// A reason why the cart cannot be ordered.
  public struct Problem: Codable, Sendable, Hashable {
    /// The machine-readable code.
    public let code: String
    /// The description of the problem for the user; `nil` if the app has its own text for the code.
    public let text: String?
    /// The available quantity if too few units are available; otherwise `nil`.
    public let limit: Int?
  }

  /// A line of the cart.
  public struct Line: Codable, Sendable, Equatable {
    /// The kind of line, such as `chosen` for an item that the user added, or `gift`.
    public let kind: String
    /// The id of a line that the server added, such as a gift.
    ///
    /// Empty for a line that the user added.
    public let id: String
    /// The item that the line contains.
    public let item: Item
    /// The number of units of the item.
    public let quantity: Int
    /// The price of one unit, in minor units.
    public let unitPrice: Int64
    /// The price of all units before discounts, in minor units.
    public let total: Int64
    /// The discount of each promo code on this line.
    public let discounts: [Discount]
    /// The price of all units after discounts, in minor units.
    public let final: Int64
    /// The problems of this line that prevent the order.
    public let problems: [Problem]
  }

  /// A promo code and its effect.
  public struct Promo: Codable, Sendable, Equatable {
    /// The code.
    public let code: String
    /// The status: `applied`, or the reason why the code is not applied.
    public let status: String
    /// The reason for the user why the code is not applied; `nil` if it is applied.
    public let text: String?
    /// The amount of the discount, in minor units; `nil` if the code is not applied.
    public let amount: Int64?
    /// The amount by which the sum of the lines is below the minimum of the code, in minor units.
    ///
    /// `nil` if the sum reaches the minimum, or if the code is rejected for another reason.
    public let missing: Int64?
  }

  /// A fee that is added to the price of the items.
  public struct Fee: Codable, Sendable, Equatable {
    /// The kind of fee, such as `delivery`.
    public let kind: String
    /// The amount of the fee, in minor units.
    public let amount: Int64
  }

  /// The totals of a cart.
  public struct Totals: Codable, Sendable, Equatable {
    /// The sum of all lines before discounts, in minor units.
    public let items: Int64
    /// The discount of each promo code on the whole cart.
    public let discounts: [Discount]
    /// The sum of the discounts, in minor units.
    public let discount: Int64
    /// The amount due, in minor units: the lines after discounts plus the fees.
    public let due: Int64
  }

  /// The cart's id.
  public let id: String
  /// A counter that grows with every change of the cart, of the menu or of the rules.
  public let version: Int
  /// The city's id.
  public let city: Int
  /// The ISO 4217 currency code of all amounts.
  public let currency: String
  /// The fulfillment method; `nil` until the user chooses one.
  public let fulfilment: Fulfillment?
  /// The lines in the order in which they were added, then the gifts.
  public let lines: [Line]
  /// The promo codes in the order of entry.
  public let promos: [Promo]
  /// The fees that are added to the price of the items.
  public let fees: [Fee]
  /// The totals of the cart, such as the amount due.
  public let totals: Totals
  /// The smallest sum of the lines for which the cart can be ordered, in minor units.
  ///
  /// The sum is taken after discounts and without fees.
  public let minimum: Int64
  /// The problems of the whole cart that prevent the order.
  public let problems: [Problem]
  /// The server's time in seconds since 1970; `nil` if the server does not tell it.
  public var now: Int?
}
