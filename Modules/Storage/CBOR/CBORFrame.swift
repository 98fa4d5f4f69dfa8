/// A value whose `encode(to:)` is running.
struct CBORFrame {
  enum Content { case nothing, single, array, map }

  /// Tells containers kept too long from those of the value that is written now.
  let id: UInt32
  let start: Int
  let level: Int
  let firstField: Int
  let firstNested: Int
  var content = Content.nothing
  var count = 0
  /// What was done wrong where nothing could be thrown.
  var misuse: String?
}

/// A key that the open map has already, to find one written twice.
struct CBORWrittenField {
  /// The key's length and its first seven bytes.
  let fingerprint: UInt64
  let utf8: Range<Int>

  init(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) {
    var fingerprint = UInt64(truncatingIfNeeded: name.count)
    for byte in name.prefix(7) { fingerprint = fingerprint << 8 | UInt64(byte) }
    self.fingerprint = fingerprint
    utf8 = offset..<offset + name.count
  }
}

/// A container or encoder handed out by a container that stays open: it has bytes of its own,
/// because both may go on writing in any order.
struct CBORNestedWriter {
  let offset: Int
  let writer: CBORWriter
}
