/// The keys of keyboards, to read a text that was typed while another layout was selected.
enum KeyboardLayout {
  private static let latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"

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

  /// Returns the texts that the same keys type with other layouts.
  static func otherReadings(of text: String) -> [String] {
    let text = text.lowercased()
    return tables.compactMap { table in
      let other = String(text.map { table[$0] ?? $0 })
      return other == text ? nil : other
    }
  }
}
