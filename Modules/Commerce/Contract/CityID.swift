/// The server's id of a city, which is a number.
///
/// The id remains valid after the city is removed from the list of cities.
public struct CityID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The number, as it is sent and stored.
  public let rawValue: Int

  /// Creates an id from the number that the server uses for the city.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates an id from an integer literal, for tests and previews.
  public init(integerLiteral number: Int) { rawValue = number }

  /// The number in decimal digits, such as `1526384`, as headers and paths contain it.
  public var description: String { "\(rawValue)" }
}
