/// The language, the script and the region of a language code, in lowercase.
struct LanguageTag: Equatable {
  let language: String
  /// The script, such as `cyrl`; if the code names no script, the usual one of the language and region.
  let script: String
  let region: String?

  /// Parses a code such as `kk-KZ` or `sr_Latn`; returns `nil` if it names no language.
  init?(_ code: String) {
    // A POSIX code such as `sr_RS.UTF-8@latin` has the encoding after a dot and the script after `@`.
    let posix = code.prefix(100).lowercased().split(
      separator: "@", omittingEmptySubsequences: false)
    let tag = posix[0].prefix { $0 != "." }
    var parts = tag.split(omittingEmptySubsequences: false) { "-_".contains($0) }[...]
    guard let first = parts.popFirst(), (2...3).contains(first.count), Self.isWord(first) else {
      return nil
    }
    let (language, impliedScript) = Self.aliases[String(first)] ?? (String(first), nil)
    self.language = language

    var script = impliedScript
    if posix.count > 1 { script = ["latin": "latn", "cyrillic": "cyrl"][posix[1]] ?? script }
    if let part = parts.first, part.count == 4, Self.isWord(part) {
      script = String(part)
      parts.removeFirst()
    }
    if let part = parts.first, Self.isRegion(part) {
      region = String(part)
    } else {
      region = nil
    }
    self.script = script ?? Self.usualScript(of: language, in: region)
  }

  private static func isWord(_ part: Substring) -> Bool {
    part.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private static func isRegion(_ part: Substring) -> Bool {
    part.count == 2 && isWord(part)
      || part.count == 3 && part.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func usualScript(of language: String, in region: String?) -> String {
    if let region, let script = regionalScripts["\(language)-\(region)"] { return script }
    return scripts[language] ?? "latn"
  }

  /// Outdated codes that devices still report, with their current language and script.
  private static let aliases: [String: (String, String?)] = [
    "sh": ("sr", "latn"), "mo": ("ro", nil), "cmn": ("zh", nil), "yue": ("zh", "hant"),
    "iw": ("he", nil), "in": ("id", nil), "no": ("nb", nil),
  ]

  /// The scripts of the languages that are not written in Latin letters.
  private static let scripts: [String: String] = [
    "cyrl": "ba be bg ce cv kk ky mk mn os ru sah sr tg tt uk", "arab": "ar ckb fa ps sd ug ur",
    "armn": "hy", "geor": "ka", "grek": "el", "hebr": "he yi", "hans": "zh", "jpan": "ja",
    "kore": "ko", "thai": "th", "deva": "hi mr ne", "beng": "as bn", "ethi": "am ti",
    "khmr": "km", "laoo": "lo", "mymr": "my", "sinh": "si", "taml": "ta", "telu": "te",
    "knda": "kn",
    "mlym": "ml", "gujr": "gu", "guru": "pa", "orya": "or", "tibt": "bo dz", "thaa": "dv",
  ].reduce(into: [:]) { scripts, entry in
    for language in entry.value.split(separator: " ") { scripts[String(language)] = entry.key }
  }

  /// The exceptions from ``scripts``: regions in which a language has another script.
  ///
  /// A key consists of the language and the region.
  private static let regionalScripts = [
    "zh-tw": "hant", "zh-hk": "hant", "zh-mo": "hant", "sr-me": "latn", "az-ir": "arab",
    "az-ru": "cyrl", "uz-af": "arab", "kk-cn": "arab", "ky-cn": "arab", "mn-cn": "mong",
    "tg-pk": "arab", "pa-pk": "arab",
  ]
}
