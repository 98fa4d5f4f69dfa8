/// What the probe stores: a value that can be seen to be whole, in the shape of one of its releases.
///
/// The filler repeats the tag, so a mixture of two values shows in one value.
protocol Sample: Codable, Sendable, Identifiable<Int> {
  init(id: Int, tag: String, filler: String)

  var tag: String { get }
  var filler: String { get }
  /// The tag again, where a release knows that field: what another release must not take away.
  var note: String? { get }
}

extension Sample {
  init(id: Int, size: Int, tag: String) {
    self.init(id: id, tag: tag, filler: String(repeating: tag, count: size))
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
