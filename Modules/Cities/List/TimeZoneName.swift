import Foundation

/// A check for time zones from the server: the platform must support calendar calculations in them.
enum TimeZoneName {
  static func isKnown(_ name: String) -> Bool {
    // The platform may ignore the part of a name after a zero byte.
    !name.utf8.contains(0) && TimeZone(identifier: name) != nil
  }
}
