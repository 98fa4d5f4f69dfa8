package import Foundation

extension TimeZone {
  /// Creates a time zone from its IANA name; `nil` if the platform does not know the name.
  package init?(named name: String) {
    // Foundation may ignore a zero byte and everything after it, and so accept an invalid name.
    guard !name.utf8.contains(0) else { return nil }
    self.init(identifier: name)
  }
}
