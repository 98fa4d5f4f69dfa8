import Foundation

/// Whether the platform can do calendar work in a time zone that the server names.
enum TimeZoneName {
  static func isKnown(_ name: String) -> Bool {
    // The platform may read a name as far as a zero byte only.
    !name.utf8.contains(0) && TimeZone(identifier: name) != nil
  }
}
