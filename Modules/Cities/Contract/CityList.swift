public import Commerce
public import Networking

/// The available cities with their names in one language, from the server or from the app's bundle.
public struct CityList: Sendable, Equatable {
  /// The origin of a list.
  public enum Source: Sendable, Hashable {
    /// The list that is shipped with the app; empty if there is none.
    case bundle
    /// A list from the server, fetched in this launch or an earlier one.
    case refreshed
  }

  /// The revision of the list on the server, which increases with every change; 0 for an empty list.
  public let revision: Int
  /// The origin of the list: the app's bundle or the server.
  public let source: Source
  /// The reason why the list that the app ships cannot be used, or why rows are left out; `nil` for none.
  public let problem: UnusableBody?
  /// The language that was requested for the names; a name without a translation is in a fallback
  /// language.
  public let language: Language
  /// The languages that ``CityCatalog/setLanguage(_:)`` accepts, sorted by code.
  ///
  /// In each of them, at least one country of the list has a name. An empty list has no languages; every
  /// language is accepted then.
  public let languages: [Language]
  /// The cities, in the order of the server's list or of the list that the app ships.
  public let cities: [CitySummary]

  let index: Lazy<CityIndex>
  /// The indices of ``cities``, in the order in which the cities appear in ``groups``.
  let alphabetical: Lazy<[Int]>

  /// Returns the city with an id, or `nil` if it is not in the list.
  public func city(_ id: CityID) -> CitySummary? {
    cities.first { $0.id == id }
  }

  /// Computes the search index and the order of ``groups`` in advance.
  ///
  /// Without this call, the first search in a list of all larger cities on Earth takes a tenth of a
  /// second longer. Call the method after the first rows are shown. The bundled list is small and does
  /// not need this call.
  @concurrent
  public func prepare() async {
    _ = (index.value, alphabetical.value)
  }

  /// Whether two lists have the same content; the search indices are not compared.
  public static func == (first: CityList, second: CityList) -> Bool {
    first.revision == second.revision && first.source == second.source
      && first.problem == second.problem && first.language == second.language
      && first.languages == second.languages
      && first.cities == second.cities
  }
}

/// A country and its cities: one section of a picker.
public struct CityGroup: Sendable, Hashable, Identifiable {
  /// The country of all cities in the group.
  public let country: Country
  /// The country's cities, sorted by name; never empty.
  public let cities: [CitySummary]

  /// The country's code, such as `KZ`; a list has one group for each country.
  public var id: String { country.code }
}

extension CityList {
  /// Returns the cities with a name that matches `text`.
  ///
  /// Returns all cities if `text` has no letters or digits. Names in all languages and alphabets are
  /// searched, and the list's other names: former names, nicknames and abbreviations. Results are sorted
  /// by the kind of match, then by population (the largest first), then by id:
  ///
  /// 1. The text is a name in the list's language, a language of the country, or English.
  /// 2. The text is any other name: `kazan` finds Казань, and `Leningrad` finds Saint Petersburg.
  /// 3. A name, or else a later word of a name, in one of the languages of 1 begins with the text.
  /// 4. A name sounds like the text, which is typed in another alphabet.
  /// 5. Any other name, or else a later word of one, begins with the text.
  /// 6. The text is such a name, or its beginning, with a country, a region or both: `Armavir Armenia`. It
  ///    has at least four letters and digits. The first letters of a region's words suffice, as in `МО`.
  /// 7. The text has a typing error: one letter of five or more is wrong, missing or too many, or two
  ///    neighboring letters are exchanged.
  ///
  /// The order of the cities of 6 and 7 is that of 1 to 5. If a name is exactly the text, the kinds 6 and 7
  /// are not considered: a former name does not find another city with a similar name. Otherwise a word such
  /// as `city` or `г.` before or after the name is ignored. If a city is found by the text with this word, as
  /// Rio Grande is by `rio gr`, the rest, `rio`, also finds cities, but only by their whole names.
  ///
  /// If nothing of 1 to 6 is found, or if the text begins with a mark such as a comma, the text is read as
  /// if it had been typed on a Latin, Russian, Ukrainian, Belarusian or Arabic keyboard: `vjcrdf` finds
  /// Москва. If that finds nothing either, words may be abbreviated: `ниж. тагил` finds Нижний Тагил. Two
  /// errors, such as a wrong keyboard and a typing error, are considered only if nothing else is found.
  ///
  /// The search ignores case, accents, apostrophes, spaces, hyphens and Arabic articles. A special letter
  /// of one language matches the similar letter of a neighboring language. For example, қ matches к, ә
  /// matches а, і matches и, and ı matches i. Only the first 1,000 characters of the text are used. A
  /// call is fast enough for the main thread at every keystroke, even in a list of all larger cities on
  /// Earth.
  ///
  /// ```swift
  /// list.search(typed).prefix(20).map { city in
  ///   [city.name, city.region, city.country.name].compactMap { $0 }.joined(separator: ", ")
  /// }
  /// ```
  public func search(_ text: String) -> [CitySummary] {
    CitySearch.search(text, in: language, index.value)?.map { cities[$0] } ?? cities
  }

  /// Returns the city nearest to a point; `nil` if there is none within the limit.
  ///
  /// If two cities have the same distance, the result is the one with the larger population.
  ///
  /// ```swift
  /// list.nearest(to: here, withinKilometers: 50)
  /// ```
  public func nearest(to point: Coordinates, withinKilometers limit: Double) -> CitySummary? {
    var best: (city: CitySummary, distance: Double)?
    for city in cities {
      let bound = best?.distance ?? limit
      // A degree of latitude is 111 km everywhere, so the latitude alone excludes most cities.
      guard abs(city.coordinates.latitude - point.latitude) * 111 <= bound else { continue }
      let distance = city.coordinates.kilometers(to: point)
      guard distance <= bound else { continue }
      if let best, distance == best.distance, best.city.precedes(city) { continue }
      best = (city, distance)
    }
    return best?.city
  }

  /// All cities grouped by country, for browsing in a picker.
  ///
  /// Countries and cities are sorted by the alphabet of the list's language. The order is the same in
  /// every run and on every platform.
  public var groups: [CityGroup] {
    var groups: [CityGroup] = []
    var rest = alphabetical.value[...]
    while let first = rest.first {
      let country = cities[first].country
      let group = rest.prefix { cities[$0].country.code == country.code }
      groups.append(CityGroup(country: country, cities: group.map { cities[$0] }))
      rest = rest.dropFirst(group.count)
    }
    return groups
  }
}
