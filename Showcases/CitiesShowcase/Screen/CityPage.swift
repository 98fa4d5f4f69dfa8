import Cities
import Commerce
import Foundation
import ShowcaseKit

/// The details of the current city as lines of text, for the screen and for transcripts.
enum CityPage {
  static func lines(_ city: City) -> [String] {
    let offered = list(city.languages.filter { $0 != city.language }.map(\.words))
    let (currency, phone) = (city.rules.currency, city.rules.phone)
    let money = MoneyFormat(
      currency, language: city.language.rawValue, region: city.country.id,
      hidesZeroFraction: true)
    func amount(_ minorUnits: Int64) -> String {
      money.string(Money(minorUnits, currency.code))
    }
    func terms(_ way: City.Fulfillment) -> String {
      list([
        "\(time(way.opens))–\(time(way.closes))",
        way.minimumOrder > 0 ? "from \(amount(way.minimumOrder))" : "",
        way.fee > 0 ? "fee \(amount(way.fee))" : "",
        way.freeFrom.map { "free from \(amount($0))" } ?? "",
      ])
    }
    let rows = [
      ("Language", list([city.language.words, offered.isEmpty ? "" : "also \(offered)"])),
      ("Time", "\(city.timeZone), weeks begin on \(city.rules.firstWeekday.words)"),
      (
        "Money",
        list([
          "\(currency.code)", "such as \(amount(123_450))",
          currency.cashIncrement > 1 ? "cash in steps of \(amount(currency.cashIncrement))" : "",
        ])
      ),
      ("Phone", "+\(phone.callingCode) \(phone.example), support \(phone.support)"),
    ]
    let ways = city.fulfillments.map { ($0.method.words.capitalizedFirst, terms($0)) }
    let rest = [
      ("Payment", list(city.payments.map(\.rawValue))),
      ("Asks for", list(city.rules.habits.map(\.words))),
    ]
    return (rows + ways + rest).filter { !$0.1.isEmpty }
      .map { "\(DisplayWidth.fit($0, to: 11)) \($1)" }
  }

  private static func list(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func time(_ minutes: Int) -> String {
    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension Language {
  /// The English name of the language.
  var words: String {
    Locale(identifier: "en").localizedString(forIdentifier: rawValue) ?? rawValue
  }
}

extension CountryRules.Weekday {
  /// The English name of the day.
  fileprivate var words: String {
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    return Self.allCases.firstIndex(of: self).map { names[$0] } ?? rawValue
  }
}

extension CountryRules.Habit {
  /// The English name of a country's custom, such as the use of door codes.
  ///
  /// For a custom that the showcase does not know, the name is the server's identifier.
  fileprivate var words: String { self == .doorCode ? "door code" : rawValue }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
