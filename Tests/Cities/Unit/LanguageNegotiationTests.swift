import Cities
import CitiesTestSupport
import Testing

struct LanguageNegotiationTests {
  struct Wish: Sendable, CustomTestStringConvertible {
    let preferences: [String]
    let offered: [Language]
    let best: Language?

    init(_ preferences: [String], _ offered: [Language], _ best: Language?) {
      (self.preferences, self.offered, self.best) = (preferences, offered, best)
    }

    var testDescription: String {
      "\(preferences) of \(offered.map(\.rawValue)) is \(best?.rawValue ?? "none")"
    }
  }

  static let regions = [
    Wish(["kk-KZ", "ru"], ["en", "ru", "kk"], "kk"),
    Wish(["ru-KZ", "kk"], ["en", "ru", "kk"], "ru"),
    Wish(["pt-BR"], ["en", "pt"], "pt"),
    Wish(["pt-BR"], ["pt-PT", "pt"], "pt"),
    Wish(["pt-BR"], ["pt", "pt-PT", "pt-BR"], "pt-BR"),
    Wish(["pt-BR"], ["en", "pt-PT"], "pt-PT"),
    Wish(["en"], ["en-GB", "ru"], "en-GB"),
    Wish(["de-AT", "en-US"], ["en", "ru"], "en"),
    Wish(["fr", "fi"], ["en", "ru"], nil),
    Wish([], ["en"], nil),
    Wish(["en"], [], nil),
  ]

  /// A language in a wrong script is never the best while one in a right script is further down.
  static let scripts = [
    Wish(["zh-Hant"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
    Wish(["zh-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
    Wish(["zh-HK", "en"], ["en", "zh"], "en"),
    Wish(["zh-SG"], ["zh-Hant", "zh-Hans"], "zh-Hans"),
    Wish(["zh-Hans-HK"], ["zh-Hant", "zh-Hans"], "zh-Hans"),
    Wish(["zh-Hant-HK"], ["zh-Hant-TW", "zh-Hant-HK"], "zh-Hant-HK"),
    Wish(["yue-HK"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
    Wish(["sr"], ["en", "sr-Latn", "sr"], "sr"),
    Wish(["sr-RS"], ["sr-Latn", "sr-Cyrl"], "sr-Cyrl"),
    Wish(["sr-Latn-RS"], ["sr", "sr-Latn"], "sr-Latn"),
    Wish(["sr-ME"], ["sr", "sr-Latn"], "sr-Latn"),
    Wish(["sh"], ["sr", "sr-Latn"], "sr-Latn"),
    Wish(["sr-Latn", "en"], ["sr", "en"], "en"),
    Wish(["sr-Latn", "fr", "ru"], ["en", "sr", "ru"], "ru"),
    Wish(["sr-Latn", "sr"], ["en", "sr"], "sr"),
    Wish(["sr-Latn"], ["en", "sr"], "sr"),
    Wish(["uz-Cyrl-UZ", "ru"], ["uz", "ru"], "ru"),
    Wish(["uz-UZ", "ru"], ["ru", "uz"], "uz"),
    Wish(["kk-Cyrl-KZ"], ["en", "kk"], "kk"),
    Wish(["kk-CN", "ru"], ["kk", "ru"], "ru"),
    Wish(["az-Latn"], ["az"], "az"),
    Wish(["hi-Latn", "en"], ["hi", "en"], "en"),
  ]

  static let spellings = [
    Wish(["KK_kz"], ["ru", "kk"], "kk"), Wish(["ru_RU.UTF-8"], ["en", "ru"], "ru"),
    Wish(["sr_RS.UTF-8@latin", "ru"], ["ru", "sr"], "ru"),
    Wish(["ca_ES@euro"], ["ca"], "ca"),
    Wish(["uz_UZ@cyrillic", "uz"], ["uz", "uz-Cyrl"], "uz-Cyrl"), Wish(["mo"], ["ro"], "ro"),
    Wish(["ru-u-nu-latn"], ["ru"], "ru"), Wish(["de-1996", "ru"], ["ru", "de"], "de"),
    Wish(["C", "POSIX", "", "-", "ру", "r", "ru"], ["en", "ru"], "ru"),
    Wish([String(repeating: "ru-", count: 100_000)], ["ru"], "ru"),
    Wish(["e\u{301}n", "ru\u{0}", "12"], ["en", "ru"], nil),
    Wish(["en"], ["", "?", "en"], "en"), Wish(["ru"], ["RU"], "RU"),
    Wish(["12"], ["12"], nil), Wish(["r"], ["r"], nil), Wish(["root"], ["root"], nil),
    Wish(["es-419"], ["es", "es-419"], "es-419"), Wish(["en-001"], ["en", "en-001"], "en-001"),
    Wish(["-ru"], ["ru"], nil),
    // Neither a variant nor a part with another character is a region, so these offers have no region.
    Wish(["ca-AD"], ["ca-ES", "ca-valencia"], "ca-valencia"),
    Wish(["de-AT"], ["de-DE", "de-1996"], "de-1996"),
    Wish(["es-MX"], ["es-ES", "es-41/"], "es-41/"), Wish(["es-MX"], ["es-ES", "es-41:"], "es-41:"),
    // Only the first 100 characters count.
    Wish([longCode(of: 100)], ["sr", "sr-Latn"], "sr-Latn"),
    Wish([longCode(of: 101)], ["sr", "sr-Latn"], "sr"),
  ]

  /// Returns a code for Serbian in Latin letters with a number of characters.
  private static func longCode(of count: Int) -> String {
    "sr_RS.\(String(repeating: "x", count: count - 12))@latin"
  }

  @Test(arguments: regions + scripts + spellings)
  func `The best language is in the script and, if it can be, the region of a preference`(
    _ wish: Wish
  ) {
    #expect(Language.best(of: wish.offered, for: wish.preferences) == wish.best)
  }

  @Test
  func `Each language of the data is the best for a person in a country that has it`() async throws
  {
    let list = await CityDevice().launch(in: "en").loadList().languages

    for language in list {
      #expect(Language.best(of: list, for: ["\(language.rawValue)-ZZ", "en"]) == language)
      #expect(Language.best(of: list, for: ["xx", language.rawValue]) == language)
    }
  }
}
