extension CityList {
  /// Finds the cities with a word that begins with `text`; one without letters or digits finds all.
  ///
  /// Every name is searched, in whatever language and alphabet. Four kinds of match follow each
  /// other; within a kind the larger city comes first, and of two as large the lower number:
  ///
  /// 1. a name begins with the text, in the list's language, a language of the country, or English;
  /// 2. a later word of such a name does;
  /// 3. a name in another language begins with it, or one that is written in another alphabet:
  ///    `kazan` finds Казань, and `казань` Kazan;
  /// 4. a later word of such a name does.
  ///
  /// Case, accents, apostrophes and the kind of space or hyphen do not count; ё is е, and letters
  /// that a neighbour's keyboard lacks are the nearest that it has: қ is к, ә is а, і is и, ł is l, ı
  /// is i. Only the first 1,000 characters of a text are looked at. Short enough to be called on the
  /// main thread at every key press, also for every larger city on Earth.
  public func search(_ text: String) -> [CitySummary] {
    index.value.search(text, in: language)?.map { cities[$0] } ?? cities
  }

  /// The city nearest to a point, or `nil` when none is so near that the point may belong to it; of
  /// two at the same place the larger one.
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

  /// All cities under their countries, for a picker to browse: both in the order of the language's
  /// alphabet, which in every run and on every platform is the same.
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
  /// Whether it is the larger one, or of two as large the one with the lower number.
  fileprivate func precedes(_ other: CitySummary) -> Bool {
    (other.population, id.rawValue) < (population, other.id.rawValue)
  }
}
