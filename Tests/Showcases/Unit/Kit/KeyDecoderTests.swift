import Testing

@testable import ShowcaseKit

struct KeyDecoderTests {
  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
    ("\u{1B}[C", .right), ("\u{1B}OC", .right), ("\u{1B}[D", .left), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[1;5A", .up),
    ("\u{1B}[5;2~", .pageUp),
  ])
  func `A navigation key is decoded from each of its sequences`(sequence: String, key: Key) {
    var decoder = KeyDecoder()

    #expect(decoder.decode(sequence.utf8) == [key])
    #expect(!decoder.isUndecided)
  }

  @Test func `The keys do not depend on the boundaries of the reads`() {
    let bytes = Array("aя東👍\u{1B}[A\u{1B}OB\u{1B}[5~\r\u{3}".utf8)
    let keys: [Key] = [
      .character("a"), .character("я"), .character("東"), .character("👍"), .up, .down, .pageUp,
      .enter, .control("c"),
    ]

    for split in 0...bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...]) == keys)
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.decode([$0]) } == keys)
  }

  @Test(arguments: [("\u{1B}", [Key.escape]), ("\u{1B}[", [.escape, .character("[")])])
  func `An Escape is the Escape key after a pause, also if a sequence was typed by hand`(
    typed: String, keys: [Key]
  ) {
    var decoder = KeyDecoder()

    #expect(decoder.decode(typed.utf8) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.pause() == keys)
    #expect(!decoder.isUndecided)
    #expect(decoder.pause() == [])
  }

  @Test(arguments: [
    // A line break in pasted text is not the Enter key.
    ("\u{1B}[200~a\r\nb\u{1B}[201~\r", [Key.character("a"), .character("b"), .enter]),
    // An Escape before another character is the Escape key and the character.
    ("\u{1B}\u{1B}q", [.escape, .escape, .character("q")]),
    // An unknown key is ignored.
    ("\u{1B}[3~x", [.character("x")]), ("\u{1B}[15~x", [.character("x")]),
    ("\u{1B}[200~x", [.character("x")]), ("\u{1B}OPx", [.character("x")]),
    ("\u{1B}[Ix", [.character("x")]),
    // A sequence without an end is discarded, and ends before another key.
    ("\u{1B}[\(String(repeating: "1", count: 32))q", [.character("q")]),
    ("\u{1B}[1\r\u{1B}[1\u{1B}[A", [.enter, .up]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{1}\u{1A}\u{1C}\u{0}", [.control("a"), .control("z"), .control("\\"), .control("@")]),
  ])
  func `Bytes are decoded to keys`(_ bytes: String, _ keys: [Key]) {
    var decoder = KeyDecoder()

    #expect(decoder.decode(bytes.utf8) == keys)
  }

  @Test(
    arguments: [[0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF8]] as [[UInt8]])
  func `Invalid UTF-8 becomes replacement characters and hides no later key`(bytes: [UInt8]) {
    var decoder = KeyDecoder()

    let keys = decoder.decode(bytes + Array("x".utf8))

    #expect(keys.last == .character("x"))
    #expect(keys.dropLast().allSatisfy { $0 == .character("\u{FFFD}") })
    #expect(keys.count > 1)
  }
}
