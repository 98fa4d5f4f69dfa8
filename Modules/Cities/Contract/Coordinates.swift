import Commerce
import Foundation

/// A point on the Earth in degrees (WGS 84).
public struct Coordinates: Sendable, Hashable, Codable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitude: Double

  /// Creates a point from its coordinates in degrees; returns `nil` if one is out of range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Creates a point from coordinates that a ``CityListDocument`` has accepted.
  init(validLatitude latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Decodes a point; throws if a coordinate is out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    guard let point = Coordinates(latitude: latitude, longitude: longitude) else {
      throw DecodingError.broken(
        "no point on the Earth: \(latitude), \(longitude)",
        at: container.codingPath + [CodingKeys.latitude])
    }
    self = point
  }
}

extension Coordinates {
  /// Returns the great-circle distance to another point, accurate to half a percent.
  func kilometers(to other: Coordinates) -> Double {
    let radians = Double.pi / 180
    let (north, otherNorth) = (latitude * radians, other.latitude * radians)
    let across = sin((otherNorth - north) / 2)
    let along = sin((other.longitude - longitude) * radians / 2)
    let square = across * across + cos(north) * cos(otherNorth) * along * along
    return 2 * 6371 * asin(min(1, square.squareRoot()))
  }
}
