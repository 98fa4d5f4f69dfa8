public import Commerce

/// A row of a ``CityList``: a city with the data to find and choose it.
public struct CitySummary: Sendable, Hashable, Identifiable {
  /// The id to pass to ``CityCatalog/choose(_:)``; unique in the list.
  public let id: CityID
  /// The name in the list's language; in a fallback language if there is no translation.
  public let name: String
  /// The region's name if another city of the country has the same name; otherwise `nil`.
  public let region: String?
  /// The country, with its name in the list's language or a fallback language.
  public let country: Country
  /// The center of the city, to which ``CityList/nearest(to:withinKilometers:)`` measures the distance.
  public let coordinates: Coordinates
  /// The number of inhabitants, at least 0; of equally good results of a search, the largest city is
  /// first.
  let population: Int
}

extension CitySummary {
  /// Whether this city is sorted before another one: by larger population, then by lower id.
  func precedes(_ other: CitySummary) -> Bool {
    (other.population, id.rawValue) < (population, other.id.rawValue)
  }
}
