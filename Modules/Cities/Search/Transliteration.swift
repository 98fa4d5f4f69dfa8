/// A transliteration of a language's letters for typing on a Latin keyboard.
///
/// Each letter is converted separately, so the beginning of a name becomes the beginning of its
/// transliteration.
enum Transliteration: Int, CaseIterable {
  case usual, serbian, ukrainian, belarusian, bulgarian, kazakh

  init(_ language: Language) {
    self =
      switch language {
      case "sr": .serbian
      case "uk": .ukrainian
      case "be": .belarusian
      case "bg": .bulgarian
      case "kk": .kazakh
      default: .usual
      }
  }

  /// The Latin letters for a lowercase letter, or `nil` if the letter is unchanged.
  subscript(letter: Unicode.Scalar) -> String? { own[letter] ?? Self.usualLetters[letter] }

  private var own: [Unicode.Scalar: String] {
    switch self {
    case .usual: [:]
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
