/// A city as a row of the list: enough to be found and chosen, not enough to open the app.
public struct CitySummary: Sendable, Hashable, Identifiable {
  /// The identity to choose it by.
  public let id: City.ID
  /// The name, in the list's language or the nearest one that the data has.
  public let name: String
  /// The region's name, given only where another city of the country has the same name.
  public let region: String?
  /// The country's name and code.
  public let country: Country
  /// The centre of the city.
  public let coordinates: Coordinates
  /// How many people live there; larger cities come first within a country.
  public let population: Int
}
