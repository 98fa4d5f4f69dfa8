import Cities
import Networking
import Pricing
import ShowcaseKit

/// The text of the current city's page.
enum CityPage {
  static func lines(_ city: City) -> [String] {
    let languages = city.languages.map(\.rawValue).joined(separator: ", ")
    let payments = city.payments.map(\.rawValue).joined(separator: ", ")
    let (rules, phone) = (city.rules.currency, city.rules.phone)
    let habits = city.rules.habits.map(\.words).joined(separator: ", ")
    let cash = rules.cashIncrement == 1 ? "" : ", in cash by \(rules.amount(rules.cashIncrement))"
    return [
      "Language    \(city.language.rawValue), offered: \(languages)",
      "Time        \(city.timeZone), weeks begin on \(city.rules.firstWeekday.rawValue)",
      "Money       \(rules.code), such as \(rules.amount(12_345))\(cash)",
      "Phone       +\(phone.callingCode) \(phone.example), help: \(phone.support)",
    ] + city.fulfillments.map { line($0, rules) } + ["Payment     \(payments)"]
      + (habits.isEmpty ? [] : ["Habits      \(habits)"])
  }

  private static func line(_ way: City.Fulfillment, _ rules: Currency) -> String {
    let from = way.minimumOrder > 0 ? ", from \(rules.amount(way.minimumOrder))" : ""
    let fee = way.fee > 0 ? ", fee \(rules.amount(way.fee))" : ""
    let free = way.freeFrom.map { ", free from \(rules.amount($0))" } ?? ""
    let name = DisplayWidth.fit(way.method.rawValue, to: 11)
    return "\(name) \(time(way.opens))–\(time(way.closes))\(from)\(fee)\(free)"
  }

  private static func time(_ minutes: Int) -> String {
    "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}

extension CountryRules.Habit {
  /// The name of a habit that this showcase knows, else the server's identifier.
  fileprivate var words: String {
    switch self {
    case .doorCode: "code at the door"
    case .tips: "tips"
    default: rawValue
    }
  }
}

extension Currency {
  /// Formats an amount of minor units with the number of decimal places that the city shows.
  fileprivate func amount(_ minor: Int64) -> String {
    let hidden = (displayDigits..<wireExponent).reduce(Int64(1)) { unit, _ in unit * 10 }
    let shown = (0..<displayDigits).reduce(Int64(1)) { unit, _ in unit * 10 }
    let value = minor / hidden
    guard displayDigits > 0 else { return "\(value)" }
    return "\(value / shown).\(String(value % shown + shown).dropFirst())"
  }
}
