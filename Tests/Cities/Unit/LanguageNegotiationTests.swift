import Cities
import CitiesTestSupport
import Testing

struct LanguageNegotiationTests {
  /// The preferences of a person, the offered languages, and the best of these.
  typealias Wish = ([String], [Language], Language?)

  static let regions: [Wish] = [
    (["kk-KZ", "ru"], ["en", "ru", "kk"], "kk"),
    (["ru-KZ", "kk"], ["en", "ru", "kk"], "ru"),
    (["pt-BR"], ["en", "pt"], "pt"),
    (["pt-BR"], ["pt-PT", "pt"], "pt"),
    (["pt-BR"], ["pt", "pt-PT", "pt-BR"], "pt-BR"),
    (["pt-BR"], ["en", "pt-PT"], "pt-PT"),
    (["en"], ["en-GB", "ru"], "en-GB"),
    (["de-AT", "en-US"], ["en", "ru"], "en"),
    (["fr", "fi"], ["en", "ru"], nil),
    ([], ["en"], nil),
    (["en"], [], nil),
  ]

  /// A language in a wrong script is never the best while one in a right script is further down.
  static let scripts: [Wish] = [
    (["zh-Hant"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
    (["zh-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
    (["zh-HK", "en"], ["en", "zh"], "en"),
    (["zh-SG"], ["zh-Hant", "zh-Hans"], "zh-Hans"),
    (["zh-Hans-HK"], ["zh-Hant", "zh-Hans"], "zh-Hans"),
    (["zh-Hant-HK"], ["zh-Hant-TW", "zh-Hant-HK"], "zh-Hant-HK"),
    (["yue-HK"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
    (["sr"], ["en", "sr-Latn", "sr"], "sr"),
    (["sr-RS"], ["sr-Latn", "sr-Cyrl"], "sr-Cyrl"),
    (["sr-Latn-RS"], ["sr", "sr-Latn"], "sr-Latn"),
    (["sr-ME"], ["sr", "sr-Latn"], "sr-Latn"),
    (["sh"], ["sr", "sr-Latn"], "sr-Latn"),
    (["sr-Latn", "en"], ["sr", "en"], "en"),
    (["sr-Latn", "fr", "ru"], ["en", "sr", "ru"], "ru"),
    (["sr-Latn", "sr"], ["en", "sr"], "sr"),
    (["sr-Latn"], ["en", "sr"], "sr"),
    (["uz-Cyrl-UZ", "ru"], ["uz", "ru"], "ru"),
    (["uz-UZ", "ru"], ["ru", "uz"], "uz"),
    (["kk-Cyrl-KZ"], ["en", "kk"], "kk"),
    (["kk-CN", "ru"], ["kk", "ru"], "ru"),
    (["az-Latn"], ["az"], "az"),
    (["hi-Latn", "en"], ["hi", "en"], "en"),
  ]

  static let spellings: [Wish] = [
    (["KK_kz"], ["ru", "kk"], "kk"), (["ru_RU.UTF-8"], ["en", "ru"], "ru"),
    (["sr_RS.UTF-8@latin", "ru"], ["ru", "sr"], "ru"),
    (["ca_ES@euro"], ["ca"], "ca"),
    (["uz_UZ@cyrillic", "uz"], ["uz", "uz-Cyrl"], "uz-Cyrl"), (["mo"], ["ro"], "ro"),
    (["ru-u-nu-latn"], ["ru"], "ru"), (["de-1996", "ru"], ["ru", "de"], "de"),
    (["C", "POSIX", "", "-", "ру", "r", "ru"], ["en", "ru"], "ru"),
    ([String(repeating: "ru-", count: 100_000)], ["ru"], "ru"),
    (["e\u{301}n", "ru\u{0}", "12"], ["en", "ru"], nil),
    (["en"], ["", "?", "en"], "en"), (["ru"], ["RU"], "RU"),
    (["12"], ["12"], nil), (["r"], ["r"], nil), (["root"], ["root"], nil),
    (["es-419"], ["es", "es-419"], "es-419"), (["en-001"], ["en", "en-001"], "en-001"),
    (["-ru"], ["ru"], nil),
    // Neither a variant nor a part with another character is a region, so these offers have no region.
    (["ca-AD"], ["ca-ES", "ca-valencia"], "ca-valencia"),
    (["de-AT"], ["de-DE", "de-1996"], "de-1996"),
    (["es-MX"], ["es-ES", "es-41/"], "es-41/"), (["es-MX"], ["es-ES", "es-41:"], "es-41:"),
    // Only the first 100 characters count.
    ([longCode(of: 100)], ["sr", "sr-Latn"], "sr-Latn"),
    ([longCode(of: 101)], ["sr", "sr-Latn"], "sr"),
  ]

  /// Returns a code for Serbian in Latin letters with a number of characters.
  private static func longCode(of count: Int) -> String {
    "sr_RS.\(String(repeating: "x", count: count - 12))@latin"
  }

  @Test(arguments: regions + scripts + spellings)
  func `The best language is in the script and, if it can be, the region of a preference`(
    _ preferences: [String], _ offered: [Language], _ best: Language?
  ) {
    #expect(Language.best(of: offered, for: preferences) == best)
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
