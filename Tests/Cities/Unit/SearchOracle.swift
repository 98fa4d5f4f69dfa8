@testable import Cities
import Networking
import Pricing

/// Test oracle that searches the folded forms of all names one after another, without an index.
struct SearchOracle {
  private struct Form {
    let text: String
    let isShown: Bool
  }

  private let rows: [(city: CityListDocument.CityRow, forms: [Form])]
  private let language: Language

  init(_ document: CityListDocument, in language: Language) {
    self.language = language
    let countries = document.countriesByCode
    rows = document.cities.map { city in
      let shown = (countries[city.country]?.languages ?? []) + [language, .english]
      let forms = city.names.flatMap { code, name in
        let (plain, latin) = Self.forms(of: name, in: code)
        return [
          Form(text: plain, isShown: shown.contains(code)), Form(text: latin, isShown: false),
        ]
      }
      return (city, forms)
    }
  }

  func search(_ text: String) -> [CityID] {
    let (plain, latin) = Self.forms(of: text, in: language)
    if plain.isEmpty { return rows.map(\.city.id) }
    let found = rows.compactMap { row in
      let kinds = row.forms.flatMap { form in
        [
          Self.kind(of: plain, in: form.text, isShown: form.isShown),
          latin == plain ? nil : Self.kind(of: latin, in: form.text, isShown: false),
        ].compactMap(\.self)
      }
      return kinds.min().map { (kind: $0, city: row.city) }
    }
    return found.sorted {
      ($0.kind, -$0.city.population, $0.city.id.rawValue)
        < ($1.kind, -$1.city.population, $1.city.id.rawValue)
    }.map(\.city.id)
  }

  private static func kind(of text: String, in form: String, isShown: Bool) -> Int? {
    let place = form.hasPrefix(text) ? 0 : form.contains(" \(text)") ? 1 : nil
    return place.map { isShown ? $0 : $0 + 2 }
  }

  /// Returns a text without case and accents, and the same in Latin letters.
  static func forms(of text: String, in language: Language) -> (plain: String, latin: String) {
    var folding = SearchFolding(Transliteration(language.rawValue), remembers: false)
    folding.fold(text)
    return (
      String(decoding: folding.plain, as: UTF8.self), String(decoding: folding.latin, as: UTF8.self)
    )
  }
}
