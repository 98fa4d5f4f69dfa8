/// The server's number of a city, valid even after the city has left the list of cities.
public struct CityID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The number, as it is sent and stored.
  public let rawValue: Int

  /// Creates an identifier from the server's number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates an identifier from a number in the source, for tests and previews.
  public init(integerLiteral number: Int) { rawValue = number }

  /// The number.
  public var description: String { "\(rawValue)" }
}
