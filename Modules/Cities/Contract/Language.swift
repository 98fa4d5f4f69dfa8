/// A language, identified by its BCP 47 code, such as `ru` or `kk`.
public struct Language: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable {
  /// The BCP 47 code, in the spelling that was passed to the initializer.
  public let rawValue: String

  /// Creates a language from a code; ``CityList/languages`` contains the languages that are available.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// English, which is the last fallback for names without a translation.
  public static let english = Language(rawValue: "en")
}

extension Language: ExpressibleByStringLiteral {
  /// Creates a language from a literal such as `"kk"`, which is not validated.
  public init(stringLiteral code: String) {
    self.init(rawValue: code)
  }
}

extension Language {
  /// Returns the offered language that suits a person's preferences best; `nil` if none does.
  ///
  /// The preferences are tried in their sequence. A preference matches an offered language with the same
  /// language and the same script, such as Cyrillic: `kk-KZ` matches `kk`, and `zh-TW` matches `zh-Hant`
  /// but not `zh-Hans`. If a preference matches several languages, one with the same region comes first,
  /// then one without a region. If no preference matches, all are tried again without regard to the
  /// script: `sr-Latn` then matches a Cyrillic `sr`.
  ///
  /// Codes may be in upper or lower case, with hyphens or underscores. Codes that name no language are
  /// ignored.
  ///
  /// - Parameters:
  ///   - offered: The offered languages, such as ``CityList/languages``.
  ///   - preferences: The preferred languages, the best first, such as `Locale.preferredLanguages`.
  /// - Returns: One of the offered languages, spelled as in `offered`.
  public static func best(of offered: [Language], for preferences: [String]) -> Language? {
    let offers = offered.compactMap { language in
      LanguageTag(language.rawValue).map { (language: language, tag: $0) }
    }
    let wishes = preferences.compactMap(LanguageTag.init)
    for mustMatchScript in [true, false] {
      for wish in wishes {
        let fitting = offers.filter { offer in
          offer.tag.language == wish.language
            && (!mustMatchScript || offer.tag.script == wish.script)
        }
        let best =
          fitting.first { $0.tag.region == wish.region } ?? fitting.first { $0.tag.region == nil }
          ?? fitting.first
        if let best { return best.language }
      }
    }
    return nil
  }
}
