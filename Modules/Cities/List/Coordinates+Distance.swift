import Foundation

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
