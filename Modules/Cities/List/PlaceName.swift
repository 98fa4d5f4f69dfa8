/// The rule for names from outside the app, checked before a screen shows them.
enum PlaceName {
  static let rule = "a name is 1 to 200 bytes without control characters"

  static func isValid(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count) && !hasControl(name)
  }

  /// Returns whether a name has control characters.
  ///
  /// The check reads bytes for speed: a list of every larger city on Earth has 66,566 names.
  private static func hasControl(_ name: String) -> Bool {
    var previous: UInt8 = 0
    for byte in name.utf8 {
      // U+0080 to U+009F are encoded as C2 80 to C2 9F.
      if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return true }
      previous = byte
    }
    return false
  }
}
