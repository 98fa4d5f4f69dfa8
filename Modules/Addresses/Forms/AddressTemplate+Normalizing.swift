import Foundation

extension AddressTemplate.Field {
  /// Returns a value as the form writes it; see ``AddressTemplate/normalized(_:)``.
  func normalized(_ value: String) -> String {
    switch form {
    // A surname can be a word of the form, such as Bell.
    case .text where type == .bellName: return value
    case .phone: return words.removed(from: value.withUsualDigits) { !$0.isEmpty }
    case .text:
      let value = value.trimmingCharacters(in: CharacterSet(charactersIn: " ,"))
      // A number needs its word, as in `мкр 5`, if the lines have none.
      return words.removed(from: value) { rest in
        words.areShown
          ? !rest.isEmpty : rest.first { $0.isLetter || $0.isNumber }?.isLetter == true
      }
    case .number, .unit, .code:
      let unquoted = value.withUsualDigits.withoutQuotes
      let plain = type == .floor ? unquoted.withSign : unquoted
      return words.removed(from: plain, keepsNames: form == .number) { rest in
        // The letter of a floor, such as P., is no word without a number.
        let isLetter = rest.isEmpty && plain.count(where: \.isLetter) == 1
        return form != .number
          ? rest.lowercased() != "the" && !isLetter : rest.contains(where: \.isNumber)
      }.withoutOuterMarks
    case .pattern(let masks, _):
      func filled(_ value: String) -> String? {
        masks.lazy.compactMap { Self.filled($0, with: value) }.first
      }
      func bare(_ value: String) -> String {
        words.removed(from: value, bareLetters: true) { _ in true }.withoutOuterMarks
      }
      let value = value.withUsualDigits
      return filled(value) ?? filled(bare(value)) ?? filled(bare(value.withoutNames)) ?? value
    case .choice(let choices):
      let wanted = FormWords.parts(of: words.removed(from: value) { _ in true }).joined()
      return choices.first { FormWords.parts(of: $0).joined() == wanted } ?? aliases[wanted]
        ?? value
    }
  }

  /// Returns a mask of a ``AddressTemplate/Form/pattern(_:example:)`` with the characters of a value.
  ///
  /// Case, spaces and dashes are ignored. The result is `nil` if the value does not match the mask.
  static func filled(_ mask: String, with value: String) -> String? {
    let ignored = [UInt8(ascii: " "), UInt8(ascii: "-")]
    let bare = value.uppercased().filter { !$0.isDash }
    var rest = bare.utf8.filter { !ignored.contains($0) }[...]
    var filled: [UInt8] = []
    for expected in mask.utf8 {
      guard !ignored.contains(expected) else {
        filled.append(expected)
        continue
      }
      guard let byte = rest.popFirst() else { return nil }
      let fits =
        switch expected {
        case UInt8(ascii: "#"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        case UInt8(ascii: "@"): (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        default: byte == expected
        }
      guard fits else { return nil }
      filled.append(byte)
    }
    return rest.isEmpty ? String(decoding: filled, as: UTF8.self) : nil
  }
}

extension Character {
  /// Whether this is a hyphen or a dash, such as one that a keyboard has put for it.
  fileprivate var isDash: Bool {
    unicodeScalars.first?.properties.generalCategory == .dashPunctuation || self == "\u{2212}"
  }
}

extension String {
  /// The text without quotes, with ½ as 1/2, and with the usual sign for `/`.
  fileprivate var withoutQuotes: String {
    guard contains(where: { !$0.isLetter && !("0"..."9").contains($0) }) else { return self }
    var text = ""
    for scalar in unicodeScalars where !"\"“”„«»".unicodeScalars.contains(scalar) {
      if scalar.properties.generalCategory == .otherNumber {
        if text.last?.isNumber == true { text += " " }
        text += String(scalar).precomposedStringWithCompatibilityMapping
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text.replacing("⁄", with: "/").replacing("\\", with: "/")
      .replacing("\u{2212}", with: "-")
  }

  /// Whether a dash after this text is a sign: that of `эт.-1` is, but not that of `3.-4.`.
  private var isBeforeSign: Bool {
    guard let last else { return true }
    return last.isWhitespace || (last == "." || last == ":") && !contains(where: \.isNumber)
  }

  /// Whether the number is that of a basement: before a higher one, a dash is a mark, as in `эт.-9`.
  fileprivate var isBasement: Bool { ["1", "2"].contains(prefix { $0.isNumber }) }

  /// The text with a hyphen as the sign of a number: `эт.–1` becomes `эт. -1`.
  fileprivate var withSign: String {
    var text = ""
    for index in indices {
      let next = self.index(after: index)
      let isSign =
        self[index].isDash && next < endIndex && self[next].isNumber && text.isBeforeSign
        && (text.last?.isWhitespace ?? true || String(self[next...]).isBasement)
      guard isSign else {
        text.append(self[index])
        continue
      }
      text += text.last?.isWhitespace ?? true ? "-" : " -"
    }
    return text
  }

  /// The text without names at its ends, such as that of the town beside a postcode.
  ///
  /// A shorter word than three letters is no such name. Alone before the postcode, it may be the code of a
  /// country, and stays.
  fileprivate var withoutNames: String {
    let parts = split { $0 == " " || $0 == "," }
    func isName(_ part: Substring) -> Bool { !part.contains(where: \.isNumber) }
    guard parts.contains(where: { $0.count > 2 && isName($0) }),
      let end = parts.lastIndex(where: { !isName($0) })
    else { return self }
    let names = parts.prefix(while: isName)
    let start = names.contains { $0.count > 2 } ? names.endIndex : parts.startIndex
    return parts[start...end].joined(separator: " ")
  }

  /// The text without marks at its ends; empty if it consists of marks and dashes, as `-` for none.
  fileprivate var withoutOuterMarks: String {
    let isMark: (Character) -> Bool = { " .,:;".contains($0) }
    guard let end = lastIndex(where: { !isMark($0) }),
      contains(where: { !" .,:;…-–—".contains($0) })
    else { return "" }
    return String(self[...end].drop(while: isMark))
  }
}
