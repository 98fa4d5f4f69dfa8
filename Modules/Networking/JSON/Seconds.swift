package import Foundation

/// A time in whole seconds since 1970, of the years 1970 to 9999; a fraction is ignored.
package struct Seconds: Decodable, Sendable {
  package let date: Date

  package init(from decoder: any Decoder) throws {
    let seconds = try decoder.singleValueContainer().decode(Double.self).rounded(.down)
    guard (0...253_402_300_799).contains(seconds) else { throw UnusableBody(reason: "\(seconds)") }
    date = Date(timeIntervalSince1970: seconds)
  }
}
