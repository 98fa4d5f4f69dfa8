/// The cities to choose from, in one language.
public struct CityList: Sendable, Hashable {
  /// Where a list comes from.
  public enum Source: Sendable, Hashable {
    /// The list that the app was shipped with.
    case bundle
    /// A newer list, downloaded and kept on the device.
    case refreshed
  }

  /// Grows with every change of the list on the server.
  public let revision: Int
  /// Where it comes from.
  public let source: Source
  /// Why the list kept on the device is not used, or why this one is not kept there; `nil` when all
  /// is well.
  public let problem: String?
  /// The language that names were asked for in.
  public let language: Language
  /// The languages that the list can be asked for in.
  public let languages: [Language]
  /// The cities, by country and then by size.
  public let cities: [CitySummary]

  package init(
    revision: Int, source: Source, problem: String?, language: Language, languages: [Language],
    cities: [CitySummary]
  ) {
    self.revision = revision
    self.source = source
    self.problem = problem
    self.language = language
    self.languages = languages
    self.cities = cities
  }

  /// The row of a city, or `nil` when it is not in the list.
  public func city(_ id: City.ID) -> CitySummary? {
    cities.first { $0.id == id }
  }

  /// Finds the cities with a word that begins with `text`; one without letters or digits finds all.
  ///
  /// Those whose name itself begins with it come first, and then the larger ones first. Case,
  /// accents, hyphens and apostrophes do not count, and ё is е. Names in the list's language, in the
  /// languages of the city's country, and in English are searched.
  public func search(_ text: String) -> [CitySummary] {
    let key = SearchKey(text)
    guard !key.text.isEmpty else { return cities }
    let found = cities.compactMap { city in
      city.searchKeys.compactMap { key.rank(in: $0) }.min().map { (city: city, rank: $0) }
    }
    return found.sorted { ($0.rank, -$0.city.population) < ($1.rank, -$1.city.population) }
      .map(\.city)
  }
}
