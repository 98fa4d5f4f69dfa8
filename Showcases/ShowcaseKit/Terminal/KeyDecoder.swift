/// An incremental decoder from terminal bytes to keys; a read may end in the middle of a key.
struct KeyDecoder {
  private var pending: [UInt8] = []
  /// Whether the bytes are pasted text, in which a line break is not the Enter key.
  private var isPasting = false

  /// Whether the pending bytes begin with an Escape byte whose meaning is not known yet.
  ///
  /// The byte is either the Escape key or the start of an escape sequence, such as that of an arrow
  /// key. If no further byte arrives for a short time, call ``pause()``.
  var isUndecided: Bool { pending.first == Self.escape }

  /// Decodes the bytes of one read, and returns the keys that they complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let step = nextStep() {
      switch String(decoding: pending.prefix(step.length), as: UTF8.self) {
      case "\u{1B}[200~": isPasting = true
      case "\u{1B}[201~": isPasting = false
      default: break
      }
      pending.removeFirst(step.length)
      if let key = step.key { keys.append(key) }
    }
    return keys
  }

  /// Decodes a pending Escape byte as the Escape key; call it when the input has paused.
  ///
  /// Returns the Escape key and the keys of the bytes after it. Returns an empty array unless
  /// ``isUndecided`` is `true`.
  mutating func pause() -> [Key] {
    guard isUndecided else { return [] }
    pending.removeFirst()
    return [.escape] + decode([])
  }
}

extension KeyDecoder {
  private static let escape: UInt8 = 0x1B

  /// The maximum length of an escape sequence in bytes, not counting its first two bytes.
  ///
  /// A longer sequence is discarded, so that a faulty terminal cannot make the decoder wait forever.
  /// Real sequences have at most a dozen bytes.
  private static let longestSequence = 32

  private typealias Step = (length: Int, key: Key?)

  /// Decodes the first key or escape sequence of the pending bytes without removing the bytes.
  ///
  /// Returns the number of bytes and the key. The key is `nil` for a sequence without a meaning for
  /// showcases. The result is `nil` if more bytes must arrive first.
  private func nextStep() -> Step? {
    guard let first = pending.first else { return nil }
    switch first {
    case Self.escape: return escapeStep()
    case 0x00...0x1F where isPasting: return (1, nil)
    case 0x0A, 0x0D: return (1, .enter)
    case 0x09: return (1, .tab)
    case 0x08, 0x7F: return (1, .backspace)
    // A character typed with Control arrives as one byte from 0 to 0x1F: 3 is Control-C, 0x1C is
    // Control-backslash.
    case 0x01...0x1A: return (1, .control(Character(Unicode.Scalar(first + 0x60))))
    case 0x00, 0x1C...0x1F: return (1, .control(Character(Unicode.Scalar(first + 0x40))))
    default: return characterStep(first)
    }
  }

  private func characterStep(_ first: UInt8) -> Step? {
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let bytes = pending.prefix(length)
    let tail = bytes.dropFirst().prefix { $0 & 0xC0 == 0x80 }
    guard tail.count == bytes.count - 1 else { return (1, .character("\u{FFFD}")) }
    guard bytes.count == length else { return nil }
    let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    // The first byte of invalid UTF-8 becomes U+FFFD, and decoding continues with the next byte.
    guard let scalar else { return (1, .character("\u{FFFD}")) }
    return (length, .character(Character(scalar)))
  }

  private func escapeStep() -> Step? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequenceStep()
    case UInt8(ascii: "O"):
      // Some terminals send the arrow keys in this form, which is called "application" mode.
      return pending.count > 2 ? (3, Self.cursorKey(pending[2])) : nil
    default: return (1, .escape)
    }
  }

  private func controlSequenceStep() -> Step? {
    let body = pending.dropFirst(2).prefix(Self.longestSequence)
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return body.count < Self.longestSequence ? nil : (2 + body.count, nil)
    }
    let final = pending[end]
    // `final` is not allowed in a sequence, so the sequence is incomplete. The bytes before `final` are
    // discarded, and `final` is decoded next, as the beginning of another key.
    guard (0x40...0x7E).contains(final) else { return (end, nil) }
    guard final == UInt8(ascii: "~") else { return (end + 1, Self.cursorKey(final)) }
    let number = String(decoding: body.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
    return (end + 1, Self.numberedKey(number))
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  private static func numberedKey(_ number: String) -> Key? {
    switch number {
    case "1", "7": .home
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }
}
