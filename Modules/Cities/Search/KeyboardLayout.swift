/// The keys of keyboards, to read a text that was typed while another layout was selected.
enum KeyboardLayout {
  private static let latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
  /// The characters that Shift types with Latin keys of other layouts' letters, with those of the same
  /// keys without Shift.
  private static let unshifted = Dictionary(
    uniqueKeysWithValues: zip("{}:\"<>~", "[];',.`"))

  /// The letters of the same keys on Russian, Ukrainian, Belarusian and Arabic keyboards.
  ///
  /// A Kazakh keyboard has the Russian letters on these keys.
  private static let others = [
    "йцукенгшщзхъфывапролджэячсмитьбюё", "йцукенгшщзхїфівапролджєячсмитьбю'",
    "йцукенгшўзх'фывапролджэячсмітьбюё", "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوزذ",
  ]

  private static let tables: [[Character: Character]] = others.flatMap { other in
    let pairs = Array(zip(latin, other))
    return [pairs, pairs.map { ($1, $0) }].map { Dictionary($0) { first, _ in first } }
  }

  /// Whether a Latin keyboard types a character that is no letter with a key that has a letter elsewhere.
  static func isMark(_ character: Character) -> Bool {
    "[];',.`".contains(character) || unshifted[character] != nil
  }

  /// Returns the texts that the same keys type with other layouts, each once.
  static func otherReadings(of text: String) -> [String] {
    let text = text.lowercased()
    // One Arabic key types two letters.
    let keys = String(text.map { unshifted[$0] ?? $0 }).replacing("لا", with: "ﻻ")
    var readings: [String] = []
    for table in tables {
      let other = String(keys.map { table[$0] ?? $0 })
      if other != text, other != keys, !readings.contains(other) { readings.append(other) }
    }
    return readings
  }
}
