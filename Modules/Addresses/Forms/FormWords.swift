import Pricing

/// The words that belong to a field of a form, such as `кв.` to the apartment.
///
/// Users type them along with the value, although the formatted lines already contain them.
struct FormWords: Sendable, Hashable {
  /// One word, or several words in sequence; case and accents are ignored.
  private struct Word: Sendable, Hashable {
    let parts: [String]
    /// Whether the word is an ending after a hyphen, such as the Mongolian `-р`.
    let isEnding: Bool
    /// Whether the word is a letter, which without a mark beside it may belong to a house number.
    let isLetter: Bool

    init(_ text: String) {
      let tokens = ValueTokens(text[...]).tokens
      parts = tokens.map(FormWords.folded)
      isEnding = text.first == "-"
      isLetter = tokens.count == 1 && tokens[0].kind == .letters && tokens[0].text.count == 1
    }
  }

  /// The words without a meaning of their own: a value with and without them is the same.
  private let own: [Word]
  /// The words that replace those of the line: an `office 5` is not a `flat 5`.
  private let kinds: [Word]

  init(own: some Sequence<String>, kinds: some Sequence<String>) {
    self.own = Self.words(own)
    self.kinds = Self.words(kinds)
  }

  /// Returns the words without repetitions, the longest sequences first.
  private static func words(_ texts: some Sequence<String>) -> [Word] {
    Set(texts.map(Word.init)).filter { !$0.parts.isEmpty }
      .sorted { ($0.parts.count, $0.parts.joined()) > ($1.parts.count, $1.parts.joined()) }
  }

  /// Whether a value begins or ends with a word that replaces the words of the line.
  func isOtherKind(_ value: String) -> Bool { Self.rest(of: value[...], without: kinds) != nil }

  /// Returns the value without the words of the form at its beginning and its end.
  ///
  /// Words are removed repeatedly, as long as `isValue` is true for the rest. A single letter is removed
  /// only with a mark beside it, as in `д. 5`, unless `bareLetters` is true.
  func removed(
    from value: String, bareLetters: Bool = false, if isValue: (Substring) -> Bool
  ) -> String {
    var value = value[...]
    while let rest = Self.rest(of: value, without: own, bareLetters), isValue(rest) { value = rest }
    return String(value)
  }

  /// Returns the value without one of the words at its beginning or end; `nil` if there is none.
  private static func rest(
    of value: Substring, without words: [Word], _ bareLetters: Bool = false
  ) -> Substring? {
    guard !words.isEmpty else { return nil }
    let tokens = ValueTokens(value).tokens
    let parts = tokens.map(folded)
    for word in words {
      let count = word.parts.count
      if !word.isEnding, parts.starts(with: word.parts) {
        let rest = value[tokens[count - 1].text.endIndex...]
        if !word.isLetter || bareLetters || rest.first.map({ ".:".contains($0) }) == true {
          // The sign of a number, such as the floor -1, is a part of the value.
          let next = count < tokens.count ? tokens[count].text.startIndex : rest.endIndex
          return rest[(rest[..<next].firstIndex { !marks.contains($0) } ?? next)...]
        }
      }
      if parts.suffix(count).elementsEqual(word.parts) {
        let rest = value[..<tokens[tokens.count - count].text.startIndex]
        if !word.isLetter || word.isEnding && rest.last == "-" {
          let last = rest.lastIndex { !marks.contains($0) }
          return rest[..<(last.map(rest.index(after:)) ?? rest.startIndex)]
        }
      }
    }
    return nil
  }

  /// The marks between a word of the form and the value.
  private static let marks: Set<Character> = [" ", ".", ":", ",", ";", "-", "–", "—", "(", ")"]

  /// Returns the words of a value in the form in which they are compared.
  static func folded(_ value: String) -> [String] { ValueTokens(value[...]).tokens.map(folded) }

  private static func folded(_ token: (kind: ValueTokens.Kind, text: Substring)) -> String {
    guard token.kind == .letters else { return String(token.text) }
    var folding = SearchFolding(remembers: false)
    folding.fold(String(token.text))
    return String(decoding: folding.plain, as: UTF8.self)
  }
}
