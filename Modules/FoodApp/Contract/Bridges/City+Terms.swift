public import Addresses
public import Cart
public import Cities
public import Networking
public import Pricing
public import Profile

// Converts data of the city for the other features. An app can copy this file and change it.

extension City {
  /// Returns the times and the price of a fulfillment method; `nil` if the city does not offer it.
  public func terms(of method: FulfillmentMethod) -> Fulfillment? {
    fulfillments.first { $0.method == method }
  }

  /// Returns the fees of a cart, for the estimate of the sum before the server has answered.
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

  /// The template of the form for addresses in the city.
  public var addressTemplate: AddressTemplate.ID {
    AddressTemplate.ID(rawValue: rules.addressTemplate)
  }

  /// The rules for mobile numbers in the city's country; `nil` if this release does not know the country.
  public var phoneCountry: PhoneCountry? { PhoneCountry(code: country.code) }
}
