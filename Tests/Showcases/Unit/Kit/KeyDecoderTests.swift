import Testing

@testable import ShowcaseKit

@Suite("Decoding of keys")
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

  @Test func `A line break in pasted text is not the Enter key`() {
    var decoder = KeyDecoder()

    #expect(decoder.decode("\u{1B}[200~a\r\nb".utf8) == [.character("a"), .character("b")])
    #expect(decoder.decode("\u{1B}[201~\r".utf8) == [.enter])
  }

  @Test func `A lone Escape is the Escape key, but only after a pause`() {
    var decoder = KeyDecoder()

    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.pause() == [.escape])
    #expect(!decoder.isUndecided)
    #expect(decoder.pause() == [])
  }

  @Test func `An Escape before another character is the Escape key and the character`() {
    var decoder = KeyDecoder()

    #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
    #expect(decoder.decode("q".utf8) == [.escape, .character("q")])
  }

  @Test func `A sequence with a pause in it was typed by hand`() {
    var decoder = KeyDecoder()

    #expect(decoder.decode("\u{1B}[".utf8) == [])
    #expect(decoder.pause() == [.escape, .character("[")])
  }

  @Test(arguments: [
    "\u{1B}[3~", "\u{1B}[15~", "\u{1B}[200~", "\u{1B}OP", "\u{1B}[I", "\u{1B}[<0;1;1M",
  ])
  func `An unknown key is ignored, and the next one is decoded`(sequence: String) {
    var decoder = KeyDecoder()

    let keys = decoder.decode((sequence + "x").utf8)

    #expect(keys.last == .character("x"))
    #expect(keys.count == 1 || sequence.hasSuffix("M"))
  }

  @Test func `A sequence without an end is discarded`() {
    var decoder = KeyDecoder()

    let keys = decoder.decode("\u{1B}[\(String(repeating: "1", count: 32))q".utf8)

    #expect(keys == [.character("q")])
  }

  @Test func `A key within an incomplete sequence is decoded`() {
    var decoder = KeyDecoder()

    #expect(decoder.decode("\u{1B}[1\r\u{1B}[1\u{1B}[A".utf8) == [.enter, .up])
  }

  @Test func `Named keys are not characters`() {
    var decoder = KeyDecoder()

    let keys = decoder.decode([0x0D, 0x0A, 0x09, 0x7F, 0x08, 0x01, 0x1A, 0x1C, 0x00])

    #expect(
      keys == [
        .enter, .enter, .tab, .backspace, .backspace, .control("a"), .control("z"),
        .control("\\"), .control("@"),
      ])
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
