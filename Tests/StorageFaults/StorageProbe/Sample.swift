/// What the probe stores: a value that can be seen to be whole.
///
/// The filler repeats the tag, so a mixture of two values shows in one value.
struct Sample: Codable, Sendable, Identifiable {
  var id: Int
  let tag: String
  let filler: String

  init(id: Int, size: Int, tag: String) {
    self.id = id
    self.tag = tag
    filler = String(repeating: tag, count: size)
  }

  /// The `number`th of a series; neighbours have different tags.
  init(number: Int, size: Int) {
    self.init(id: number, size: size, tag: Self.tag(number))
  }

  var size: Int { filler.utf8.count }

  var isUniform: Bool {
    guard let letter = tag.utf8.first, tag.utf8.count == 1 else { return false }
    return filler.utf8.allSatisfy { $0 == letter }
  }

  /// Whether this is the `id`th of a series.
  var isOfSeries: Bool { isUniform && tag == Self.tag(id) }

  private static func tag(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number % 26)))
  }
}
