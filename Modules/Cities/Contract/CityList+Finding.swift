import Networking

extension CityList {
  /// Returns the cities with a word that begins with `text`, or all if it has no letters or digits.
  ///
  /// Names in all languages and alphabets are searched. Results are sorted by four kinds of match,
  /// within a kind by population (the largest first), then by identifier:
  ///
  /// 1. a name that begins with the text, in the list's language, a language of the country, or
  ///    English;
  /// 2. a later word of such a name;
  /// 3. a name that begins with the text in another language or in another alphabet: `kazan` finds
  ///    Казань, and `казань` finds Kazan;
  /// 4. a later word of such a name.
  ///
  /// The search ignores case, accents, apostrophes, and the kind of space or hyphen. Letters that a
  /// neighbor's keyboard lacks match their nearest letter: ё matches е, қ к, ә а, і и, ł l, ı i.
  /// Only the first 1,000 characters of the text are used. A call is fast enough for the main
  /// thread at every key press, even with every larger city on Earth.
  public func search(_ text: String) -> [CitySummary] {
    index.value.search(text, in: language)?.map { cities[$0] } ?? cities
  }

  /// Returns the city nearest to a point, or `nil` if none is within the limit.
  ///
  /// Of two cities at the same distance, the result is the one with the larger population.
  public func nearest(to point: Coordinates, withinKilometers limit: Double) -> CitySummary? {
    var best: (city: CitySummary, distance: Double)?
    for city in cities {
      let bound = best?.distance ?? limit
      // A degree of latitude has the same length everywhere, and most cities are farther away.
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
  /// Countries, and the cities of each, are in the order of the language's alphabet. The order is
  /// the same in every run and on every platform.
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

extension CitySummary {
  /// Whether this city sorts first: by larger population, then by lower identifier.
  fileprivate func precedes(_ other: CitySummary) -> Bool {
    (other.population, id.rawValue) < (population, other.id.rawValue)
  }
}
