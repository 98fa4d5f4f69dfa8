/// The words, numbers and signs of a value, without the spaces and the punctuation between them.
///
/// For example, `12к3/½` consists of `12`, `к`, `3`, `/` and `½`.
struct ValueTokens {
  enum Kind { case letters, digits, sign }

  typealias Token = (kind: Kind, text: Substring)

  /// The parts of the value, in its sequence.
  private(set) var tokens: [Token] = []

  init(_ value: Substring) {
    let scalars = value.unicodeScalars
    var previous: Kind?
    for index in scalars.indices {
      let kind = Self.kind(at: index, in: scalars)
      if let kind {
        let continues = kind == previous && kind != .sign
        let start = continues ? tokens.removeLast().text.startIndex : index
        tokens.append((kind, value[start..<scalars.index(after: index)]))
      }
      previous = kind
    }
  }

  private static func kind(
    at index: String.Index, in scalars: Substring.UnicodeScalarView
  ) -> Kind? {
    let scalar = scalars[index]
    switch scalar {
    // The general category of these frequent characters need not be looked up.
    case "0"..."9": return .digits
    case "a"..."z", "A"..."Z", "а"..."я", "А"..."Я": return .letters
    // A house 12/14 is not a house 12-14 everywhere, for example not in Vietnam.
    case "/", "#", "º", "ª": return .sign
    // The Uzbek ʻ is an apostrophe, for which users type other marks.
    case "\u{2B0}"..."\u{2FF}": return nil
    // The floor -1 is not the floor 1. Any other hyphen is punctuation.
    case "-", "\u{2212}":
      let isFirst =
        index == scalars.startIndex
        || scalars[scalars.index(before: index)].properties.isWhitespace
      let next = scalars[scalars.index(after: index)...].first
      return isFirst && next?.properties.numericType == .decimal ? .sign : nil
    default: break
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber: return .digits
    case .otherSymbol, .mathSymbol, .otherNumber: return .sign
    default: return scalar.isLetterOrDigit ? .letters : nil
    }
  }
}
