/// A stored value that shows whether it is complete, in the shape of one of the probe's releases.
///
/// The filler repeats the tag, so that a mixture of two values is visible in the value.
protocol Sample: Codable, Sendable, Identifiable<Int> {
  init(id: Int, tag: String, filler: String)

  var tag: String { get }
  var filler: String { get }
  /// A copy of the tag in releases with this field, which other releases must preserve.
  var note: String? { get }
}

extension Sample {
  init(id: Int, size: Int, tag: String) {
    self.init(id: id, tag: tag, filler: String(repeating: tag, count: size))
  }

  /// Creates the value with this number in a series; neighbors have different tags.
  init(number: Int, size: Int) {
    self.init(id: number, size: size, tag: Self.tag(number))
  }

  var size: Int { filler.utf8.count }

  var isUniform: Bool {
    guard let letter = tag.utf8.first, tag.utf8.count == 1 else { return false }
    return filler.utf8.allSatisfy { $0 == letter }
  }

  /// Whether this is the value with the number `id` in a series, and no mixture of two values.
  var isOfSeries: Bool {
    isUniform && tag == Self.tag(id) && [nil, tag, SampleV2.migratedNote].contains(note)
  }

  private static func tag(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number % 26)))
  }
}
