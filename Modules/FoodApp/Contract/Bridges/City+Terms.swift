public import Addresses
public import Cart
public import Cities
public import Networking
public import Pricing
public import Profile

// What a city determines for the other features. Copy the file to change it.

extension City {
  /// Returns the terms of a fulfillment method; `nil` if the city does not have it.
  public func terms(of method: FulfillmentMethod) -> Fulfillment? {
    fulfillments.first { $0.method == method }
  }

  /// Returns the fees of a cart, which an offline sum has before the server's answer.
  ///
  /// - Parameters:
  ///   - fulfillment: The fulfillment of the cart; only a delivery has a fee.
  ///   - items: The price of the cart's lines.
  /// - Returns: The delivery fee, or nothing.
  public func fees(for fulfillment: CartFulfillment?, _ items: Money) -> [CartTotals.Fee] {
    guard fulfillment?.method == .delivery, let terms = terms(of: .delivery), terms.fee > 0,
      items.minorUnits < terms.freeFrom ?? .max
    else { return [] }
    return [CartTotals.Fee(kind: "delivery", amount: Money(terms.fee, items.currency))]
  }

  /// The format of prices, in the language of the city's texts.
  public var moneyFormat: MoneyFormat {
    MoneyFormat(rules.currency, language: language.rawValue, region: country.code)
  }

  /// The template of the city's addresses.
  public var addressTemplate: AddressTemplate.ID {
    AddressTemplate.ID(rawValue: rules.addressTemplate)
  }

  /// The country whose mobile numbers users of the city enter; `nil` if this release lacks it.
  public var phoneCountry: PhoneCountry? { PhoneCountry(code: country.code) }
}
