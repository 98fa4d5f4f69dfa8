/// What a name from outside must be before a screen shows it.
enum PlaceName {
  static let rule = "a name is 1 to 200 bytes without control characters"

  static func isValid(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
