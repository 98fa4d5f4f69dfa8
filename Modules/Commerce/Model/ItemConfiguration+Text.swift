extension ItemConfiguration {
  /// The canonical text of the configuration; two configurations have the same text only if they are
  /// equal.
  ///
  /// An example is `margherita/large+extras:cheese*2-onion(drink:cola)`. This is a large margherita
  /// with two units of the modifier `cheese` of the group `extras`, without onion. The slot `drink`
  /// contains a cola. A modifier on one half or in another amount is followed by `@first` or `=light`.
  /// Separators within ids are escaped.
  package var text: String {
    var text = Self.escaped(product)
    if let variant { text += "/" + Self.escaped(variant) }
    for modifier in modifiers {
      let group = modifier.group.map { Self.escaped($0) + ":" } ?? ""
      let count = modifier.count == 1 ? "" : "*\(modifier.count)"
      let choice =
        (modifier.portion.map { "@" + Self.escaped($0) } ?? "")
        + (modifier.amount.map { "=" + Self.escaped($0) } ?? "")
      text += "+" + group + Self.escaped(modifier.id) + choice + count
    }
    for ingredient in removed { text += "-" + Self.escaped(ingredient) }
    for part in parts { text += "(" + Self.escaped(part.slot) + ":\(part.configuration.text))" }
    return text
  }

  private static func escaped(_ id: String) -> String {
    // An id without separators, which is the usual case, is returned at once. This code has to be fast,
    // because it runs for every line at every change.
    guard id.utf8.contains(where: "%/+*-(): @=".utf8.contains) else { return id }
    var text = String.UnicodeScalarView()
    for scalar in id.unicodeScalars {
      if "%/+*-(): @=".unicodeScalars.contains(scalar) {
        text.append(contentsOf: "%\(String(scalar.value, radix: 16))".unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
