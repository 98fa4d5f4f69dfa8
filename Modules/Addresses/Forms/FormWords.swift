/// The words that belong to a field of a form, such as `кв.` to the apartment.
///
/// Users type them along with the value, although the formatted lines already contain them.
struct FormWords: Sendable, Hashable {
  /// Words or sequences of words, each as its parts in lowercase.
  struct List: Sendable, Hashable, Decodable {
    fileprivate let words: Set<[String]>
    fileprivate let longest: Int

    /// An ending after a hyphen, such as the Mongolian `-р`, gets the hyphen as its first part.
    init(_ texts: some Sequence<String>) {
      let words = texts.map { ($0.first == "-" ? ["-"] : [], FormWords.parts(of: $0)) }
        .filter { !$0.1.isEmpty }
      self.words = Set(words.map { $0.0 + $0.1 })
      longest = words.map(\.1.count).max() ?? 0
    }

    init(from decoder: any Decoder) throws { self.init(try [String](from: decoder)) }
  }

  /// The words without a meaning of their own: a value with and without them is the same.
  let own: [List]
  /// The words that replace those of the line: an `office 5` is not a `flat 5`.
  let kinds: [List]

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
    of value: Substring, without lists: [List], _ bareLetters: Bool = false
  ) -> Substring? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let longest = lists.map(\.longest).max() ?? 0
    guard longest > 0, !value.utf8.allSatisfy(digits.contains) else { return nil }
    func isWord(_ parts: [String]) -> Bool { lists.contains { $0.words.contains(parts) } }
    let tokens = ValueTokens(value).tokens
    let parts = tokens.map(lowercased)
    for count in (1...max(1, min(longest, parts.count))).reversed() {
      func isLetter(_ token: ValueTokens.Token?) -> Bool {
        count == 1 && token?.kind == .letters && token?.text.count == 1
      }
      if isWord(Array(parts.prefix(count))) {
        let rest = value[tokens[count - 1].text.endIndex...]
        if !isLetter(tokens.first) || bareLetters || rest.first == "." || rest.first == ":" {
          // The sign of a number, such as the floor -1, is a part of the value.
          let next = count < tokens.count ? tokens[count].text.startIndex : rest.endIndex
          return rest[(rest[..<next].firstIndex { !marks.contains($0) } ?? next)...]
        }
      }
      guard parts.count >= count else { continue }
      let rest = value[..<tokens[tokens.count - count].text.startIndex]
      let last = Array(parts.suffix(count))
      if !isLetter(tokens.last) && isWord(last)
        || rest.last == "-" && isWord(["-"] + last)
      {
        let end = rest.lastIndex { !marks.contains($0) }
        return rest[..<(end.map(rest.index(after:)) ?? rest.startIndex)]
      }
    }
    return nil
  }

  /// The marks between a word of the form and the value.
  private static let marks: Set<Character> = [" ", ".", ":", ",", ";", "-", "–", "—", "(", ")"]

  /// Returns the words, numbers and signs of a value in the form in which they are compared.
  static func parts(of value: String) -> [String] { ValueTokens(value[...]).tokens.map(lowercased) }

  private static func lowercased(_ token: ValueTokens.Token) -> String {
    // The small letter of İ is i in Turkish, but i with a dot above it in other languages.
    String(
      String.UnicodeScalarView(token.text.lowercased().unicodeScalars.filter { $0 != "\u{307}" }))
  }
}
