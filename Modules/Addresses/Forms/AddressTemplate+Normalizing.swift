import Foundation

extension AddressTemplate.Field {
  /// Returns a value as the form writes it; see ``AddressTemplate/normalized(_:)``.
  func normalized(_ value: String) -> String {
    switch form {
    case .text, .phone: return words.removed(from: value) { _ in true }
    case .number, .unit, .code:
      return words.removed(from: value.plainMarks) { rest in
        form != .number || rest.contains(where: \.isNumber)
      }
    case .pattern(let masks, _):
      func filled(_ value: String) -> String? {
        masks.lazy.compactMap { Self.filled($0, with: value) }.first
      }
      return filled(value)
        ?? filled(words.removed(from: value, bareLetters: true) { _ in true }) ?? value
    case .choice(let choices):
      let wanted = FormWords.parts(of: words.removed(from: value) { _ in true })
      return choices.first { FormWords.parts(of: $0) == wanted } ?? value
    }
  }

  /// Returns a mask of a ``AddressTemplate/Form/pattern(_:example:)`` with the characters of a value.
  ///
  /// Case and spaces are ignored. The result is `nil` if the value does not match the mask.
  static func filled(_ mask: String, with value: String) -> String? {
    var rest = value.uppercased().utf8.filter { $0 != UInt8(ascii: " ") }[...]
    var filled: [UInt8] = []
    for expected in mask.utf8 {
      guard expected != UInt8(ascii: " ") else {
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

extension String {
  /// The value of a house or a door without quotes, with ½ as 1/2, and without marks at its ends.
  fileprivate var plainMarks: String {
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
    let isMark: (Character) -> Bool = { " .,:;".contains($0) }
    let start = text.drop(while: isMark)
    let end = start.lastIndex { !isMark($0) }.map(start.index(after:)) ?? start.startIndex
    return String(start[..<end]).replacing("⁄", with: "/")
  }
}
