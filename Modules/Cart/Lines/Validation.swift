import Pricing

extension CartItem {
  /// The accepted range of prices, in minor units; these amounts can be multiplied and added without
  /// overflow.
  static let prices: ClosedRange<Int64> = 0...1_000_000_000_000

  /// Validates the product id, the texts, the size of the configuration and the price.
  ///
  /// - Throws: ``CartError/badItem(_:)`` if one of them is invalid.
  func check() throws(CartError) {
    guard !configuration.product.isEmpty, configuration.isWithinReason else {
      throw .badItem("configuration")
    }
    guard configuration.text.utf8.count <= 4_096 else { throw .badItem("configuration") }
    guard !name.isEmpty, name.utf8.count <= 1_024 else { throw .badItem("name") }
    let texts = details + [variantName, image, revision].compactMap(\.self)
    guard texts.reduce(0, { $0 + $1.utf8.count }) <= 8_192 else { throw .badItem("details") }
    guard Self.prices.contains(unitPrice.minorUnits) else { throw .badItem("price") }
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
  /// Whether the character is neither white space nor invisible, such as a control character.
  var isVisible: Bool {
    !isWhitespace
      && unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .privateUse: false
        default: true
        }
      }
  }
}
