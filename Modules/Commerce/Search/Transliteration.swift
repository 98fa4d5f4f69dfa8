/// A transliteration of a language's letters to Latin letters.
///
/// Each letter is converted without regard to its neighbors. So the first letters of a name become
/// the beginning of the name's transliteration, and a search for the first letters finds the name. The
/// only exception, the Armenian ու, is handled by ``SearchFolding``.
package enum Transliteration: Int, CaseIterable {
  case usual, serbian, ukrainian, belarusian, bulgarian, kazakh, german

  /// Creates the transliteration for a language, from its BCP 47 code.
  package init(_ language: String) {
    self =
      switch language {
      case "sr": .serbian
      case "uk": .ukrainian
      case "be": .belarusian
      case "bg": .bulgarian
      case "kk": .kazakh
      case "de": .german
      default: .usual
      }
  }

  /// The Latin letters for a lowercase letter; `nil` if the transliteration does not change the letter.
  subscript(letter: Unicode.Scalar) -> String? {
    languageSpecific[letter] ?? Self.usualLetters[letter]
  }

  /// The Latin letters for a letter with its accent, such as `ue` for the German ü; `nil` if the accent
  /// does not change the transliteration.
  subscript(whole scalar: Unicode.Scalar) -> String? {
    self == .german ? Self.germanLetters[scalar] : nil
  }

  private static let germanLetters: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue",
  ]

  private var languageSpecific: [Unicode.Scalar: String] {
    switch self {
    case .usual, .german: [:]
    case .serbian: Self.serbianLetters
    case .ukrainian: ["г": "h", "и": "y", "й": "i"]
    case .belarusian: ["г": "h"]
    case .bulgarian: ["щ": "sht", "ъ": "a", "х": "h"]
    case .kazakh: ["қ": "q", "ғ": "gh"]
    }
  }

  private static let serbianLetters = pairs("жzхhцcчcшsђdџdz")

  private static let usualLetters = pairs(
    """
    аaбbвvгgдdеeжzhзzиiйyкkлlмmнnоoпpрrсsтtуuфfхkhцtsчchшshщshchъыyьэeюyuяya\
    әaғgқkңnөoұuүuһhіiҳhҷjґgєyeђdjјjљljњnjћcџdz\
    աaբbգgդdեeզzէeըyթtժzhիiլlխkhծtsկkհhձdzղghճchմmյyնnշshոoչchպpջjռrսsվvտtրrցtsւvփpքkօoֆfևev\
    აaბbგgდdეeვvზzთtიiკkლlმmნnოoპpჟzhრrსsტtუuფpქkღghყqშshჩchცtsძdzწtsჭchხkhჯjჰh
    """)

  /// Parses a text in which each non-Latin letter is followed by its Latin letters.
  private static func pairs(_ text: String) -> [Unicode.Scalar: String] {
    var pairs: [Unicode.Scalar: String] = [:]
    var letter: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        if let letter { pairs[letter, default: ""].unicodeScalars.append(scalar) }
      } else {
        letter = scalar
        pairs[scalar] = ""
      }
    }
    return pairs
  }
}
