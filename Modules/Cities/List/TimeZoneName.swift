import Foundation

/// Whether the platform can do calendar work in a time zone that the server names.
enum TimeZoneName {
  static func isKnown(_ name: String) -> Bool {
    TimeZone(identifier: name) != nil
  }
}
