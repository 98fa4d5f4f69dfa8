import Commerce
import Foundation

/// The sort order of names in a language, as in its dictionaries.
///
/// An accented letter that the dictionaries do not list separately, such as the Russian ё, is sorted
/// like its plain letter. Letters of other alphabets come last. Foundation's comparison is not used,
/// because it is forty times as slow and its results differ between platforms.
struct Alphabet {
  private let weights: [String: UInt16]
  private let hasPairs: Bool
  /// The cached sort keys of single characters, by code point; `nil` if a key is not computed yet.
  ///
  /// The characters below U+2100 include every alphabet in which cities have names. Only these
  /// characters are cached.
  private var cache: [InlineUTF8?] = Array(repeating: nil, count: 0x2100)

  init(_ language: Language) {
    let letters = (Self.alphabets[language] ?? Self.latin).split(separator: " ")
    var weights = Dictionary(
      uniqueKeysWithValues: letters.enumerated().map { (String($1), UInt16($0 + 100)) })
    // In Turkish, I is the capital of ı, and İ that of i.
    if let dotless = weights["ı"] { (weights["I"], weights["İ"]) = (dotless, weights["i"]) }
    self.weights = weights
    hasPairs = letters.contains { $0.unicodeScalars.count > 1 }
  }

  /// Returns the sort key of a name.
  ///
  /// Names are sorted by comparing their keys byte by byte. A key contains no zero byte, because
  /// ``StringArena`` ends each key with a zero byte.
  mutating func sortKey(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(2 * name.utf8.count)
    var rest = name.composed.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if hasPairs, let next = rest.first, let weight = weight(of: scalar, next) {
        rest.removeFirst()
        key.append(contentsOf: Self.bytes(weight))
      } else {
        part(of: scalar).append(to: &key)
      }
    }
    return key
  }

  private func weight(of scalar: Unicode.Scalar, _ next: Unicode.Scalar) -> UInt16? {
    // The Uzbek letter oʻ may be written with any of several apostrophes. All are treated as ʻ.
    let second = "'’‘ʼ".unicodeScalars.contains(next) ? "ʻ" : next.properties.lowercaseMapping
    return weights[scalar.properties.lowercaseMapping + second]
  }

  private mutating func part(of scalar: Unicode.Scalar) -> InlineUTF8 {
    let index = Int(scalar.value)
    if index < cache.count, let part = cache[index] { return part }
    let part = InlineUTF8(weights(of: scalar).flatMap(Self.bytes))
    if index < cache.count { cache[index] = part }
    return part
  }

  private func weights(of scalar: Unicode.Scalar) -> [UInt16] {
    let small = scalar.properties.lowercaseMapping
    if let weight = weights[String(scalar)] ?? weights[small] { return [weight] }
    // In Vietnamese, a letter of the alphabet may also have a tone mark. The tone mark is ignored: ế
    // and ệ are sorted like ê.
    let parts = small.decomposedStringWithCanonicalMapping.unicodeScalars
    if let base = parts.first {
      for mark in parts.dropFirst() {
        let letter = "\(base)\(mark)".precomposedStringWithCanonicalMapping
        if let weight = weights[letter] { return [weight] }
      }
    }
    let letter = FoldedScalar(scalar, in: .usual)
    if letter.isWordSeparator { return [1] }
    return letter.plain.text.unicodeScalars.map { plain in
      if let weight = weights[String(plain)] { return weight }
      return UInt16(min(plain.value + (plain.properties.numericType == nil ? 1000 : 2), 60_000))
    }
  }

  private static func bytes(_ weight: UInt16) -> [UInt8] {
    [UInt8(weight / 255 + 1), UInt8(weight % 255 + 1)]
  }
}

extension Alphabet {
  /// The alphabet for languages that have no entry in ``alphabets``.
  static let latin = "a b c d e f g h i j k l m n o p q r s t u v w x y z"

  /// The alphabet of each language, with letters of neighboring languages that occur in names.
  static let alphabets: [Language: String] = {
    let russian = "а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я"
    let turkish = "a b c ç d e f g ğ h ı i j k l m n o ö p q r s ş t u ü v w x y z"
    return [
      "ru": russian, "bg": russian,
      "uk": "а б в г ґ д е є ж з и і ї й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я",
      "be": "а б в г д е ё ж з і и й к л м н о п р с т у ў ф х ц ч ш щ ъ ы ь э ю я",
      "kk":
        "а ә б в г ғ д е ё ж з и й к қ л м н ң о ө п р с т у ұ ү ф х һ ц ч ш щ ъ ы і ь э ю я",
      "ky": "а б в г д е ё ж з и й к л м н ң о ө п р с т у ү ф х ц ч ш щ ъ ы ь э ю я",
      "mn": "а б в г д е ё ж з и й к л м н о ө п р с т у ү ф х ц ч ш щ ъ ы ь э ю я",
      "tg": "а б в г ғ д е ё ж з и ӣ й к қ л м н о п р с т у ӯ ф х ҳ ц ч ҷ ш щ ъ ы ь э ю я",
      "sr": "а б в г д ђ е ж з и ј к л љ м н њ о п р с т ћ у ф х ц ч џ ш",
      "az": "a b c ç d e ə f g ğ h x ı i j k q l m n o ö p r s ş t u ü v w y z",
      "tr": turkish,
      "uz": "a b c d e f g h i j k l m n o p q r s t u v w x y z oʻ gʻ sh ch",
      "pl": "a ą b c ć d e ę f g h i j k l ł m n ń o ó p q r s ś t u v w x y z ź ż",
      "lt": "a b c č d e f g h i y j k l m n o p q r s š t u v w x z ž",
      "et": "a b c d e f g h i j k l m n o p q r s š z ž t u v w õ ä ö ü x y",
      "ro": "a ă â b c d e f g h i î j k l m n o p q r s ș t ț u v w x y z",
      "sl": "a b c č ć d đ e f g h i j k l m n o p q r s š t u v w x y z ž",
      "es": "a b c d e f g h i j k l m n ñ o p q r s t u v w x y z",
      "vi": "a ă â b c d đ e ê f g h i j k l m n o ô ơ p q r s t u ư v w x y z",
    ]
  }()
}
