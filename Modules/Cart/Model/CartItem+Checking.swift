import Commerce

extension CartItem {
  /// The largest text of a configuration, in bytes; a box of 100 parts with long ids fits.
  static let textLimit = 262_144

  /// Validates the product id, the texts, the size of the configuration and the price.
  ///
  /// - Throws: ``CartError/badItem(_:)`` if one of them is invalid.
  func check() throws(CartError) {
    guard !configuration.product.isEmpty, configuration.size() <= 5_000,
      configuration.text.utf8.count <= Self.textLimit
    else { throw .badItem("configuration") }
    guard !name.isEmpty, name.utf8.count <= 1_024 else { throw .badItem("name") }
    guard texts <= 65_536 else { throw .badItem("details") }
    guard Amount.prices.contains(unitPrice.minorUnits) else { throw .badItem("price") }
  }

  /// Whether an item of a response can be shown and sent back as it is.
  var isReadable: Bool {
    do throws(CartError) { try check() } catch { return false }
    return true
  }

  /// The item with texts that a screen can show, and a price that can be added up.
  var shortened: CartItem {
    let price = Amount.prices.contains(unitPrice.minorUnits) ? unitPrice.minorUnits : 0
    return CartItem(
      configuration, city: city, name: String(name.prefix(200)),
      variantName: variantName.map { String($0.prefix(200)) },
      details: details.prefix(100).map { String($0.prefix(200)) }, image: image,
      unitPrice: Money(price, unitPrice.currency), revision: revision)
  }

  private var texts: Int {
    (details + [variantName, image, revision].compactMap(\.self)).reduce(0) { $0 + $1.utf8.count }
  }
}

extension ItemConfiguration {
  /// Returns the number of ids of products, modifiers and removed ingredients, with those of nested parts.
  ///
  /// The result is too large if there are more than five levels.
  fileprivate func size(depth: Int = 0) -> Int {
    guard depth < 5 else { return 10_000 }
    let ids = 1 + modifiers.count + removed.count
    return parts.reduce(ids) { min($0 + $1.configuration.size(depth: depth + 1), 10_000) }
  }
}

extension String {
  /// The text without surrounding white space.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Character {
  /// Whether the character is neither white space nor invisible, such as a control character, and contains
  /// no invisible one, such as a joiner.
  var isVisible: Bool {
    (isLetter || isNumber || isPunctuation || isSymbol)
      && unicodeScalars.allSatisfy { $0.properties.generalCategory != .format }
  }
}
