public import Networking

/// A city as a row of the list: sufficient for finding and choosing it, not for opening the app.
public struct CitySummary: Sendable, Hashable, Identifiable {
  /// The identifier for choosing the city.
  public let id: CityID
  /// The name, in the list's language or the first fallback language with a name.
  public let name: String
  /// The region's name; `nil` unless another city of the country has the same name.
  public let region: String?
  /// The country's name and code.
  public let country: Country
  /// The center of the city.
  public let coordinates: Coordinates
  /// The number of inhabitants; within a country, larger cities come first.
  public let population: Int
}
