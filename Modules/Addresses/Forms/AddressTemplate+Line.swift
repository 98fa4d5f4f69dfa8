extension AddressTemplate {
  /// One line of a formatted address.
  ///
  /// A line consists of pieces such as `, flat {apartment}`: a field in braces, with the text around it.
  /// A piece is omitted if its field is empty.
  struct Line: Sendable, Hashable {
    struct Piece: Sendable, Hashable {
      /// The space and the punctuation before the words, which a line does not begin with.
      let separator: Substring
      /// The words before the field.
      let before: Substring
      let field: AddressFieldType
      let after: Substring
    }

    let pieces: [Piece]

    /// Parses a line such as `[{street}][, {house}]`; each piece of the line is in brackets.
    ///
    /// - Throws: ``UnusableTemplate`` if the text does not have this format.
    init(_ text: String) throws(UnusableTemplate) {
      var pieces: [Piece] = []
      for part in text.split(separator: "]", omittingEmptySubsequences: false).dropLast() {
        let halves = part.split(separator: "{", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].first == "[" else {
          throw UnusableTemplate(reason: "the line \(text)")
        }
        let rest = halves[1].split(separator: "}", omittingEmptySubsequences: false)
        guard rest.count == 2 else { throw UnusableTemplate(reason: "the line \(text)") }
        let before = halves[0].dropFirst()
        let words = before.drop { $0.isWhitespace || ",/–-".contains($0) }
        pieces.append(
          Piece(
            separator: before[..<words.startIndex], before: words,
            field: AddressFieldType(rawValue: String(rest[0])), after: rest[1]))
      }
      guard text.last == "]" else { throw UnusableTemplate(reason: "the line \(text)") }
      self.pieces = pieces
    }

    /// Returns the text of this line for an address, without a separator at the beginning.
    ///
    /// The text is empty if all fields of the line are empty. `fields` are those of the template.
    func text(of address: Address, _ fields: [Field]) -> String {
      var text = ""
      for piece in pieces {
        let value = address[piece.field]
        guard !value.isEmpty else { continue }
        let field = fields.first { $0.type == piece.field }
        let isReplaced = field?.words.areReplaced(by: value) == true
        // An office is not joined to the number of the house, as the number of a flat may be.
        let isJoined = isReplaced && !piece.separator.contains(" ")
        if !text.isEmpty { text += isJoined ? ", " : piece.separator }
        text += isReplaced ? value : piece.text(value)
      }
      return text
    }
  }
}

extension AddressTemplate.Line.Piece {
  /// The words of the form beside the field, for ``FormWords``.
  var words: [String] {
    let (ending, rest) = endingAndRest
    return [String(before), String(after), String(ending), String(rest)]
  }

  /// Returns a value with the words beside it; only a number, also a Roman one, has an ordinal ending.
  fileprivate func text(_ value: String) -> String {
    let (_, rest) = endingAndRest
    let isNumber = value.last?.isNumber == true || value.allSatisfy("IVX".contains)
    return before + value + (isNumber ? after : rest)
  }

  /// The ending of an ordinal number, such as `.`, `º` or `-р`, and the words that follow it.
  private var endingAndRest: (Substring, Substring) {
    guard let first = after.first, first.isLetter || ".-".contains(first) else {
      return ("", after)
    }
    let end = after.firstIndex(of: " ") ?? after.endIndex
    return (after[..<end], after[end...])
  }
}

/// An error in a template, which makes it unusable.
struct UnusableTemplate: Error {
  let reason: String
}
