/// A country and its cities, as a section of a picker.
public struct CityGroup: Sendable, Hashable, Identifiable {
  /// The country that all of them are in.
  public let country: Country
  /// Its cities by name; never empty.
  public let cities: [CitySummary]

  /// The country's code.
  public var id: String { country.code }
}
