extension RatableOrder {
  /// Refuses what no order could be: its id becomes a part of a path.
  func check() throws(ReviewError) {
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      case UInt8(ascii: "."): id != "." && id != ".."
      default: false
      }
    }
    guard isPlain, (1...64).contains(id.utf8.count) else { throw .badOrder("id") }
    guard Set(lines.map(\.id)).count == lines.count else { throw .badOrder("a line twice") }
    guard lines.reduce(0, { $0 + $1.id.utf8.count + $1.name.utf8.count }) <= 65_536 else {
      throw .badOrder("lines")
    }
  }
}
