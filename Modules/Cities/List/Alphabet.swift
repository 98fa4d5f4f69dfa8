import Foundation

/// The sort order of names in the dictionaries of a language.
///
/// Letters of the alphabet sort in its order. An accented letter outside the alphabet, such as the
/// Russian ё, sorts with its plain letter. Letters of other alphabets sort last. The platform's
/// comparison is forty times as slow, and its order differs between platforms.
struct Alphabet {
  private let weights: [String: UInt16]
  private let hasPairs: Bool
  /// Cached keys of characters, for every alphabet in the data.
  private var met: [InlineUTF8?] = Array(repeating: nil, count: 0x2100)

  init(_ language: Language) {
    let letters = (Self.alphabets[language] ?? Self.latin).split(separator: " ")
    weights = Dictionary(
      uniqueKeysWithValues: letters.enumerated().map { (String($1), UInt16($0 + 100)) })
    hasPairs = letters.contains { $0.unicodeScalars.count > 1 }
  }

  /// Returns the sort key of a name: comparing keys as bytes gives the order of the names.
  ///
  /// No byte of a key is zero.
  mutating func sortKey(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(2 * name.utf8.count)
    var rest = name.composed.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if hasPairs, let next = rest.first, let weight = weight(of: scalar, next) {
        rest.removeFirst()
        key.append(contentsOf: Self.bytes(weight))
      } else {
        part(of: scalar).append(to: &key)
      }
    }
    return key
  }

  private func weight(of scalar: Unicode.Scalar, _ next: Unicode.Scalar) -> UInt16? {
    // Data and keyboards use several apostrophes for the Uzbek oʻ.
    let second = "'’‘ʼ".unicodeScalars.contains(next) ? "ʻ" : next.properties.lowercaseMapping
    return weights[scalar.properties.lowercaseMapping + second]
  }

  private mutating func part(of scalar: Unicode.Scalar) -> InlineUTF8 {
    let index = Int(scalar.value)
    if index < met.count, let part = met[index] { return part }
    let part = InlineUTF8(weights(of: scalar).flatMap(Self.bytes))
    if index < met.count { met[index] = part }
    return part
  }

  private func weights(of scalar: Unicode.Scalar) -> [UInt16] {
    let small = scalar.properties.lowercaseMapping
    if let weight = weights[small] { return [weight] }
    // A Vietnamese letter with a tone: the alphabet contains ê, but neither ế nor ệ.
    let parts = small.decomposedStringWithCanonicalMapping.unicodeScalars
    if let base = parts.first {
      for mark in parts.dropFirst() {
        let letter = "\(base)\(mark)".precomposedStringWithCanonicalMapping
        if let weight = weights[letter] { return [weight] }
      }
    }
    let letter = Letter(scalar, in: .usual)
    if letter.partsWords { return [1] }
    return letter.plain.text.unicodeScalars.map { plain in
      if let weight = weights[String(plain)] { return weight }
      return UInt16(min(plain.value + (plain.properties.numericType == nil ? 1000 : 2), 60_000))
    }
  }

  private static func bytes(_ weight: UInt16) -> [UInt8] {
    [UInt8(weight / 255 + 1), UInt8(weight % 255 + 1)]
  }
}
