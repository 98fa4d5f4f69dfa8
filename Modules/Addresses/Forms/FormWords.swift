/// The words that belong to a field of a form, such as `кв.` to the apartment.
///
/// Users type them along with the value, although the formatted lines already contain them.
struct FormWords: Sendable, Hashable {
  /// Words or sequences of words, each as its parts in lowercase.
  struct List: Sendable, Hashable, Decodable {
    fileprivate let words: Set<[String]>
    fileprivate let longest: Int
    /// The first parts of the words, with which most values have nothing in common.
    fileprivate let beginnings: Set<String>

    /// An ending after a hyphen, such as the Mongolian `-р`, gets the hyphen as its first part.
    init(_ texts: some Sequence<String>) {
      let words = texts.map { ($0.first == "-" ? ["-"] : [], FormWords.parts(of: $0)) }
        .filter { !$0.1.isEmpty }
      self.words = Set(words.map { $0.0 + $0.1 })
      longest = words.map(\.1.count).max() ?? 0
      beginnings = Set(words.compactMap(\.1.first))
    }

    init(from decoder: any Decoder) throws { self.init(try [String](from: decoder)) }
  }

  /// The words without a meaning of their own: a value with and without them is the same.
  let own: [List]
  /// The words that replace those of the line: an `office 5` is not a `flat 5`.
  let kinds: [List]
  /// Whether the lines in the language of the country have words for the field.
  let areShown: Bool

  /// Whether a value contains a word of the form, or one that replaces those of the line.
  ///
  /// The line then shows the value without words of its own. A letter before a space or a digit, as in
  /// `к1`, is such a word at the beginning of a value, although it may be a part of the number.
  func areReplaced(by value: String) -> Bool {
    guard !value.utf8.allSatisfy(Self.digits.contains) else { return false }
    return Self.hasWord(of: own + kinds, value[...])
  }

  /// Whether a value contains a word of the lists.
  ///
  /// A single letter in its middle is the initial of a name, unless a number follows.
  private static func hasWord(of lists: [List], _ value: Substring) -> Bool {
    let text = Text(value)
    return lists.contains { list in
      text.tokens.indices.contains { start in
        (1...max(1, list.longest)).contains {
          text.isWord($0, at: start, of: list)
            && (start == 0 || $0 > 1 || !text.isInitial(start))
            || start == 0 && text.isWord($0, at: 0, of: list, true) && text.isSet(before: 1)
        }
      }
    }
  }

  /// Returns the value without the words of the form at its beginning and its end.
  ///
  /// Words are removed repeatedly, as long as `isValue` is true for the rest. A single letter is removed
  /// only with a mark beside it, as in `д. 5`, unless `bareLetters` is true. If `keepsNames` is true, a word
  /// at the end that may belong to a name, as in `2 Park House`, stays.
  func removed(
    from value: String, bareLetters: Bool = false, keepsNames: Bool = false,
    if isValue: (Substring) -> Bool
  ) -> String {
    var value = value[...]
    while let rest = rest(of: value, bareLetters, keepsNames), isValue(rest) {
      // An initial after a word, as in `ж.к. С. Враца`, is not the word for a village.
      if rest.startIndex > value.startIndex, Text(rest).beginsWithInitial(kinds) { break }
      // The line has no word of its own beside another one in the value, so the first number needs its word.
      if rest.first?.isNumber == true, value.first?.isNumber == false {
        let bare = removed(
          from: String(rest), bareLetters: bareLetters, keepsNames: keepsNames, if: isValue)
        if Self.hasWord(of: kinds, bare[...]) { break }
      }
      value = rest
    }
    return String(value)
  }

  /// Returns the value without one of the words at its beginning or end; `nil` if there is none.
  private func rest(
    of value: Substring, _ bareLetters: Bool, _ keepsNames: Bool
  ) -> Substring? {
    guard !value.utf8.allSatisfy(Self.digits.contains) else { return nil }
    let text = Text(value)
    let tokens = text.tokens
    for count in (1...max(1, own.map(\.longest).max() ?? 1)).reversed() where count <= tokens.count
    {
      if own.contains(where: { text.isWord(count, at: 0, of: $0, bareLetters) }) {
        // The sign of a number, such as the floor -1, is a part of the value.
        let next = count < tokens.count ? tokens[count].text.startIndex : value.endIndex
        let rest = value[tokens[count - 1].text.endIndex..<next]
        return value[(rest.firstIndex { !Self.marks.contains($0) } ?? next)...]
      }
      let start = tokens.count - count
      if keepsNames, start > 0, tokens[start - 1].kind == .letters,
        tokens[start - 1].text.count > 1
      {
        continue
      }
      if own.contains(where: { text.isWord(count, at: start, of: $0) }) {
        let rest = value[..<tokens[start].text.startIndex]
        let end = rest.lastIndex { !Self.marks.contains($0) }
        return rest[..<(end.map(rest.index(after:)) ?? rest.startIndex)]
      }
    }
    return nil
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  /// The marks between a word of the form and the value.
  private static let marks: Set<Character> = [
    " ", ".", ":", ",", ";", "-", "\u{2011}", "–", "—", "(", ")",
  ]

  /// Returns the words, numbers and signs of a value in the form in which they are compared.
  static func parts(of value: String) -> [String] { ValueTokens(value[...]).tokens.map(lowercased) }
}

/// A value and the parts of it that can be words.
private struct Text {
  let value: Substring
  let tokens: [ValueTokens.Token]
  let parts: [String]

  init(_ value: Substring) {
    self.value = value
    tokens = ValueTokens(value).tokens
    parts = tokens.map(FormWords.lowercased)
  }

  /// Whether a space or a digit follows the first tokens of a value.
  func isSet(before next: Int) -> Bool {
    next < tokens.count
      && (tokens[next].kind == .digits
        || value[..<tokens[next].text.startIndex].last?.isWhitespace == true)
  }

  /// Whether a token may be the initial of a name: a letter that no number follows.
  func isInitial(_ index: Int) -> Bool {
    tokens[index].kind == .letters && tokens[index].text.count == 1
      && !(index + 1 < tokens.count && tokens[index + 1].kind == .digits)
  }

  /// Whether the value is a name with an initial that could be a word of the lists.
  func beginsWithInitial(_ lists: [FormWords.List]) -> Bool {
    tokens.count > 1 && isInitial(0) && lists.contains { isWord(1, at: 0, of: $0) }
  }

  /// Whether a number of tokens from an index on are a word.
  ///
  /// A letter is a word only with a mark after it, as in `д. 5`, or with a space and a number. An ending is
  /// a word only after its hyphen.
  func isWord(
    _ count: Int, at start: Int, of list: FormWords.List, _ bareLetters: Bool = false
  ) -> Bool {
    let end = start + count
    guard end <= parts.count, list.beginnings.contains(parts[start]) else { return false }
    let word = Array(parts[start..<end])
    if value[..<tokens[start].text.startIndex].last == "-", list.words.contains(["-"] + word) {
      return true
    }
    guard list.words.contains(word) else { return false }
    let isLetter = count == 1 && tokens[start].kind == .letters && tokens[start].text.count == 1
    let mark = value[tokens[start].text.endIndex...].first
    return !isLetter || bareLetters || mark == "." || mark == ":"
      || mark == " " && end < tokens.count && tokens[end].kind == .digits
  }
}

extension FormWords {
  fileprivate static func lowercased(_ token: ValueTokens.Token) -> String {
    // The small letter of İ is i in Turkish, but i with a dot above it in other languages.
    let letters = token.text.lowercased().unicodeScalars.filter { $0 != "\u{307}" }
    return String(String.UnicodeScalarView(letters.map { plain[$0] ?? $0 }))
  }

  /// The Cyrillic letters that people type for those that their keyboard lacks.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip("ёәғқңөұүіҳҷӣӯ".unicodeScalars, "еагкноууихчиу".unicodeScalars))
}
