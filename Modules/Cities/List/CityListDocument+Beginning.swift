extension CityListDocument {
  /// The number of rows on a first screen.
  static let screen = 20

  /// The smallest part of the list whose first rows look as in the whole list, in every language.
  ///
  /// The part has these rows, their countries and regions, and each city that shares a name with
  /// one of them. Cities with the same name are shown with their regions.
  var beginning: CityListDocument {
    let first = cities.prefix(Self.screen)
    let (countries, regions) = (Set(first.map(\.country)), Set(first.map(\.region)))
    let names = Set(first.flatMap(\.names.values))
    let namesakes = cities.dropFirst(Self.screen).filter { row in
      countries.contains(row.country) && row.names.values.contains(where: names.contains)
    }
    return CityListDocument(
      revision: revision, regions: self.regions.filter { regions.contains($0.key) },
      countries: self.countries.filter { countries.contains($0.code) }, cities: first + namesakes)
  }

  /// The list with the rows of a first screen only.
  var firstScreen: CityListDocument {
    CityListDocument(
      revision: revision, regions: regions, countries: countries,
      cities: Array(cities.prefix(Self.screen)))
  }
}
