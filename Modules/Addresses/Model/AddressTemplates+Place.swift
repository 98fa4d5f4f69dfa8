extension AddressTemplates {
  /// The fields that only help the courier; two addresses that differ only in them are at the same
  /// place.
  private static let hints: Set<AddressFieldType> = [.doorCode, .phone, .comment]

  /// Returns a text that identifies the place of an address; equal for two addresses at the same door.
  ///
  /// The text does not depend on the case of letters, on punctuation except `/`, on spaces between
  /// letters and digits, on the label and on the ``hints``. The name at the bell counts only if there is
  /// no apartment. Accents count, because they distinguish names. A template lists the exceptions of its
  /// language, for example that the Russian ё may be written е.
  func place(of address: Address) -> String {
    let template = self[address.template]
    let address = template?.normalized(address) ?? address
    let letters = template?.letters ?? [:]
    var lines = ["\(address.city)"]
    for field in address.fields where !Self.hints.contains(field.type) {
      let isName = field.type == .bellName
      if isName, !address[.apartment].isEmpty { continue }
      // A street in capitals has SS for ß, but Weiß and Weiss are two names.
      let value = field.value.map { $0 == "ß" && isName ? "ẞ" : letters[$0] ?? String($0) }.joined()
        .uppercased()
      let words = ValueTokens(value[...]).tokens.map(\.text).joined(separator: " ")
      lines.append("\(field.type.rawValue) \(words.isEmpty ? value : words)")
    }
    return lines.joined(separator: "\n")
  }
}
