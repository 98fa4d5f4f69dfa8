extension CityListDocument {
  /// How many rows a first screen shows.
  static let screen = 20

  /// The part of the list in which its first rows look as they do in all of it, in every language:
  /// they with their countries and regions, and whoever shares a name with one of them, because then
  /// both are shown with their regions.
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
}
