extension Language {
  /// The offered language that a person with these preferences reads best, or `nil` when none will
  /// do.
  ///
  /// The first preference that is offered in its own script wins: `kk-KZ` takes `kk`, `zh-TW` takes
  /// `zh-Hant` and not `zh-Hans`. Of several such offers the same region goes first, then the one
  /// without a region. A language in another script than the preferred one is taken only when no
  /// preference is offered in its own, so that `sr-Latn` alone takes a Cyrillic `sr`. Codes are read
  /// in any case, with hyphens or underscores; those that name no language are passed over.
  ///
  /// - Parameters:
  ///   - offered: Such as ``CityList/languages``.
  ///   - preferences: Such as `Locale.preferredLanguages`, the best first.
  /// - Returns: One of the offered languages, as it is written there.
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
