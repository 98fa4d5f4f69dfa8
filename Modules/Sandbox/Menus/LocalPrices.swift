import Foundation

/// The prices of the sandbox's menu in the currency of a city.
///
/// The menu's document has one currency. Its amounts are converted by the approximate prices of a
/// pizza in both currencies, and then rounded, for example to 10 rubles.
struct LocalPrices: Sendable {
  /// The approximate price of a pizza in major units, by currency, as in `make_sandbox.py`.
  ///
  /// The minimum orders and the delivery fees of the cities are multiples of this price.
  private static let pizza: [String: Double] = [
    "RUB": 500, "KZT": 3000, "BYN": 20, "UZS": 70_000, "KGS": 500, "TJS": 60, "AMD": 3000,
    "AZN": 12, "GEL": 20, "MNT": 25_000, "UAH": 250, "EUR": 10, "PLN": 30, "RON": 35, "RSD": 900,
    "GBP": 10,
    "TRY": 250, "AED": 40, "VND": 180_000, "NGN": 6000,
  ]

  private let currency: String
  /// The number of minor units of the city's currency for one minor unit of the document.
  private let ratio: Double
  /// The rounding step in minor units: each converted price is a multiple of this amount.
  private let step: Double

  /// Creates the conversion from the document's currency to a city's currency, `local`.
  ///
  /// Returns `nil` if the currencies are equal, or if the price of a pizza is unknown in one of them. An
  /// amount has two decimal places in the document, and `local.wireExponent` after the conversion.
  init?(from document: String, to local: CityData.Rules.Currency) {
    guard document != local.code, let old = Self.pizza[document], let new = Self.pizza[local.code]
    else { return nil }
    let minorUnits = pow(10, Double(local.wireExponent))
    currency = local.code
    ratio = new * minorUnits / (old * 100)
    // A fiftieth of a pizza, rounded down to a power of ten: 10 rubles, 10 cents.
    step = max(1, pow(10, log10(new / 50).rounded(.down)) * minorUnits)
  }

  /// Returns a menu's document with converted prices.
  func convert(_ document: [String: Any]) -> [String: Any] {
    var document = document.mapValues { converted($0, isPrice: false) }
    document["currency"] = currency
    return document
  }

  private func converted(_ value: Any, isPrice: Bool) -> Any {
    if let elements = value as? [Any] { return elements.map { converted($0, isPrice: isPrice) } }
    if let members = value as? [String: Any] {
      return Dictionary(
        uniqueKeysWithValues: members.map { key, value in
          (
            key,
            converted(value, isPrice: isPrice || ["price", "surcharges", "amount"].contains(key))
          )
        })
    }
    guard isPrice, let amount = value as? Int else { return value }
    return Int((Double(amount) * ratio / step).rounded() * step)
  }
}
