extension AddressTemplate {
  /// One line of a formatted address.
  ///
  /// A line consists of pieces such as `, flat {apartment}`: a field in braces, with the text around it.
  /// A piece is omitted if its field is empty.
  struct Line: Sendable, Hashable {
    struct Piece: Sendable, Hashable {
      let before: String
      let field: AddressFieldType
      let after: String
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
        pieces.append(
          Piece(
            before: String(halves[0].dropFirst()),
            field: AddressFieldType(rawValue: String(rest[0])), after: String(rest[1])))
      }
      guard text.last == "]" else { throw UnusableTemplate(reason: "the line \(text)") }
      self.pieces = pieces
    }

    /// Returns the text of this line for an address, without a separator at the beginning.
    ///
    /// The text is empty if all fields of the line are empty.
    func text(of address: Address) -> String {
      var text = ""
      for piece in pieces where !address[piece.field].isEmpty {
        let before =
          text.isEmpty
          ? String(piece.before.drop { $0.isWhitespace || ",/–-".contains($0) }) : piece.before
        text += before + address[piece.field] + piece.after
      }
      return text
    }
  }
}

/// An error in a template, which makes it unusable.
struct UnusableTemplate: Error {
  let reason: String
}
