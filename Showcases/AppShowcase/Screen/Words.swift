import Addresses
import Cart
import Cities
import FoodApp
import Menu
import Networking
import OrderRating
import Orders
import Pricing
import Profile
import ShowcaseKit
import Storage
import Sync

extension CartProblem {
  var words: String {
    switch self {
    case .belowMinimum(let minimum, let missing):
      "the minimum order is \(minimum.text): add \(missing.text)"
    case .sumsDiffer: "the server's sums do not match its lines"
    case .other(_, let text): text
    }
  }
}

extension LineProblem {
  var words: String {
    switch self {
    case .soldOut: "sold out"
    case .limited(let count): "only \(count) left"
    case .priceChanged(let old, let new): "\(old.text) has become \(new.text)"
    case .other(_, let text): text
    }
  }
}

extension DeliveryRestriction {
  var words: String {
    switch self {
    case .removedElsewhere: "removed on another device"
    case .cityClosed: "there is no delivery in this city"
    case .outsideZone: "outside the delivery zone"
    case .other(let text): text
    }
  }
}

extension String {
  /// The words of an identifier in camel case, such as `door code` for `doorCode`.
  var spaced: String {
    replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2.lowercased())" }
  }
}

extension Money {
  /// The amount in English; see ``text(in:)``.
  var text: String { text(in: "en") }

  /// Returns the amount as people in the currency's country write it in a language, without the decimal
  /// places of a whole amount.
  ///
  /// The code of a currency begins with the code of its country, such as `KZ` in `KZT`.
  func text(in language: String) -> String {
    let digits = currency.rawValue == "VND" ? 0 : 2
    let format = Currency(
      code: currency, wireExponent: digits, displayDigits: digits, cashIncrement: 1
    ).map {
      MoneyFormat(
        $0, language: language, region: String(currency.rawValue.prefix(2)),
        hidesZeroFraction: true)
    }
    return format?.string(self) ?? "\(minorUnits) \(currency)"
  }
}
