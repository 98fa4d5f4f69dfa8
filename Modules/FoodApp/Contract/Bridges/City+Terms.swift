public import Addresses
public import Cart
public import Cities
public import Commerce
public import Profile

// Converts data of the city for the other features. An app can copy this file and change it.

extension City {
  /// Returns the estimated fees of a cart, to show until the server has sent the cart's actual fees.
  ///
  /// - Parameters:
  ///   - fulfillment: The fulfillment of the cart; only a delivery has a fee.
  ///   - sum: The price of the cart's lines less the discounts. From a limit on, the delivery may be free.
  /// - Returns: The delivery fee, with the amount zero if there is none. The cart shows this fee instead of
  ///   the server's delivery fee, which may not take the user's last changes into account. In a country
  ///   that adds a tax to the prices, the result also contains a fee `tax` that is not exact. If `sum` is in
  ///   another currency than the country's, the result is one delivery fee that is not exact.
  public func fees(for fulfillment: CartFulfillment?, _ sum: Money) -> [Fee] {
    // During a change of the country's currency, only the server knows the fees.
    guard sum.currency == rules.currency.code else {
      return [Fee("delivery", .zero(sum.currency), isExact: false)]
    }
    let isDelivered = fulfillment?.method == .delivery
    let terms = isDelivered ? fulfillments.first { $0.method == .delivery } : nil
    let fee = terms.map { sum.minorUnits < $0.freeFrom ?? .max ? $0.fee : 0 } ?? 0
    let delivery = Fee("delivery", Money(fee, sum.currency))
    let tax = Fee("tax", .zero(sum.currency), isExact: false)
    return rules.isTaxIncluded ? [delivery] : [delivery, tax]
  }

  /// The format of prices, in the language of the city's texts.
  public var moneyFormat: MoneyFormat {
    MoneyFormat(rules.currency, language: language.rawValue, region: country.code)
  }

  /// The id of the template for address forms in the city, such as `KZ`.
  public var addressTemplate: AddressTemplate.ID {
    AddressTemplate.ID(rawValue: rules.addressTemplate)
  }

  /// The rules for mobile numbers in the city's country, to read a number that the user enters.
  public var phoneCountry: PhoneCountry {
    let (phone, lengths) = (rules.phone, rules.phone.mobileLengths)
    return PhoneCountry(
      code: country.code, callingCode: phone.callingCode,
      lengths: (lengths.min() ?? 1)...(lengths.max() ?? 15))
  }
}
