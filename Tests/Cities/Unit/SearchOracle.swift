import Foundation

@testable import Cities
import Networking

/// Test oracle that searches all words of all names as strings, without an index.
///
/// The oracle shares neither code nor tables with the search; its alphabets are written in another
/// form.
struct SearchOracle {
  private struct Form {
    let text: String
    let isShown: Bool
  }

  private let rows: [(id: CityID, population: Int, forms: [Form])]
  private let language: Language

  init(_ document: CityListDocument, in language: Language) {
    self.language = language
    let native = Dictionary(
      uniqueKeysWithValues: document.countries.map { ($0.code, Set($0.languages)) })
    rows = document.cities.map { city in
      let shown = (native[city.country] ?? []).union([language, "en"])
      let forms = city.names.flatMap { code, name in
        [
          Form(text: Self.plain(name), isShown: shown.contains(code)),
          Form(text: Self.latin(name, in: code), isShown: false),
        ]
      }
      return (city.id, city.population, forms)
    }
  }

  func search(_ text: String) -> [CityID] {
    let (plain, latin) = (Self.plain(text), Self.latin(text, in: language))
    if plain.isEmpty { return rows.map(\.id) }
    let found = rows.compactMap { row in
      let kinds = row.forms.flatMap { form in
        [
          Self.kind(of: plain, in: form.text, isShown: form.isShown),
          latin.isEmpty
            ? nil : Self.kind(of: latin, in: form.text, isShown: latin == plain && form.isShown),
        ].compactMap { $0 }
      }
      return kinds.min().map { (kind: $0, row: row) }
    }
    return found.sorted {
      ($0.kind, -$0.row.population, $0.row.id.rawValue)
        < ($1.kind, -$1.row.population, $1.row.id.rawValue)
    }.map(\.row.id)
  }

  private static func kind(of text: String, in form: String, isShown: Bool) -> Int? {
    let place = form.hasPrefix(text) ? 0 : form.contains(" \(text)") ? 1 : nil
    return place.map { isShown ? $0 : $0 + 2 }
  }

  /// Returns lowercase text without accents, with one space between words.
  static func plain(_ name: String) -> String {
    spaced(letters(name).map { replaced[$0] ?? $0 }.joined())
  }

  static func latin(_ name: String, in language: Language) -> String {
    let own = spellings[language] ?? [:]
    let text = letters(name).map { own[$0] ?? usual[$0] ?? replaced[$0] ?? $0 }.joined()
    return spaced(text.replacingOccurrences(of: "ov\u{1}", with: "u"))
  }

  /// Returns one string for each letter, and a space for each separator.
  private static func letters(_ name: String) -> [String] {
    var text = name.precomposedStringWithCanonicalMapping
    // One letter has forms of one and of two characters; the second is no letter of its own.
    for (old, new) in [("և", "եվ"), ("Ու", "ու"), ("ՈՒ", "ու"), ("ու", "ո\u{582}\u{1}")] {
      text = text.replacingOccurrences(of: old, with: new)
    }
    return text.map { character in
      let small = character.lowercased()
      if small == "й" { return small }
      if small == "\u{1}" { return small }
      if "'‘’ʻʼ`\u{AD}\u{200B}".contains(character) { return "" }
      let base = small.decomposedStringWithCanonicalMapping.unicodeScalars.first ?? " "
      return base.properties.isAlphabetic || "0"..."9" ~= base ? String(base) : " "
    }
  }

  private static func spaced(_ text: String) -> String {
    text.replacingOccurrences(of: "\u{1}", with: "").split(separator: " ").joined(separator: " ")
  }

  private static func table(_ from: String, _ to: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: zip(
        from.split(separator: " ").map(String.init),
        to.split(separator: " ").map { $0 == "_" ? "" : String($0) }))
  }

  private static let replaced = table(
    "ı ł đ ð ø ə ß æ œ þ ħ ә ғ қ ң ө ұ ү һ і ҳ ҷ ґ є ւ ى ة",
    "i l d d o a ss ae oe th h а г к н о у у х и х ч г е վ ي ه"
  ).merging(["ո\u{582}": "ու"]) { $1 }

  private static let usual = table(
    "а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я",
    "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya"
  ).merging(
    table("ә ғ қ ң ө ұ ү һ і ҳ ҷ ґ є ђ ј љ њ ћ џ", "a g k n o u u h i h j g ye d j lj nj c dz")
  ) { $1 }.merging(
    table(
      "ա բ գ դ ե զ է ը թ ժ ի լ խ ծ կ հ ձ ղ ճ մ յ ն շ ո չ պ ջ ռ ս վ տ ր ց ւ փ ք օ ֆ",
      "a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts v p k o f")
  ) { $1 }.merging(
    table(
      "ა ბ გ დ ე ვ ზ თ ი კ ლ მ ნ ო პ ჟ რ ს ტ უ ფ ქ ღ ყ შ ჩ ც ძ წ ჭ ხ ჯ ჰ",
      "a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h")
  ) { $1 }

  private static let spellings: [Language: [String: String]] = [
    "sr": table("ж х ц ч ш", "z h c c s"), "uk": table("г и й", "h y i"), "be": ["г": "h"],
    "bg": table("щ ъ х", "sht a h"), "kk": table("қ ғ", "q gh"),
  ]
}
