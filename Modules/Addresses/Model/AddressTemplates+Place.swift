extension AddressTemplates {
  /// The fields that only help the courier; two addresses that differ only in them are at the same
  /// place.
  private static let hints: Set<AddressFieldType> = [.doorCode, .phone, .comment]

  /// Returns a text that identifies the place of an address; equal for two addresses at the same door.
  ///
  /// The text does not depend on the case of letters, on punctuation except `/`, on spaces between
  /// letters and digits, on the label and on the ``hints``. The name at the bell counts only if there is
  /// no apartment. Accents count, because they distinguish names. A template lists the exceptions of its
  /// language, for example that the Russian ё may be written е. Digits of any script are the same.
  func place(of address: Address) -> String {
    let template = self[address.template]
    let address = template?.normalized(address) ?? address
    let letters = template?.letters ?? [:]
    var lines = ["\(address.city)"]
    for field in address.fields where !Self.hints.contains(field.type) {
      let isName = field.type == .bellName
      if isName, !address[.apartment].isEmpty { continue }
      // A street in capitals has SS for ß, but Weiß and Weiss are two names.
      let name = isName ? field.value.replacing("ß", with: "ẞ") : field.value
      let value = name.withUsualDigits.spelled(with: letters).uppercased()
      let words = ValueTokens(value[...]).tokens.map(\.text).joined(separator: " ")
      lines.append("\(field.type.rawValue) \(words.isEmpty ? value : words)")
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with other letters in place of those that are keys, pairs of letters first.
  fileprivate func spelled(with letters: [String: String]) -> String {
    var (text, rest) = ("", self[...])
    while !rest.isEmpty {
      let known = [2, 1].map { String(rest.prefix($0)) }.first { letters[$0] != nil }
      let key = known ?? String(rest.prefix(1))
      text += letters[key] ?? key
      rest = rest.dropFirst(key.count)
    }
    return text
  }
}
