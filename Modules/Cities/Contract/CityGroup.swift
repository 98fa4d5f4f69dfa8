/// A country and its cities: one section of a picker.
public struct CityGroup: Sendable, Hashable, Identifiable {
  /// The country of all cities in the group.
  public let country: Country
  /// The country's cities, sorted by name; never empty.
  public let cities: [CitySummary]

  /// The country's code.
  public var id: String { country.code }
}
