/// How a language's letters are written by someone with a Latin keyboard.
///
/// Letter by letter, so that the beginning of a name is written as the beginning of its spelling.
enum LatinSpelling: Int, CaseIterable {
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

  /// The spelling of a small letter, or `nil` when it is written as it is.
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

  /// Each letter that is not Latin with the Latin ones behind it.
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
