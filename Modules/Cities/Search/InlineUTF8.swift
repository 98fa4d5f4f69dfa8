/// Up to eight bytes without an allocation, for folding hundreds of thousands of names.
struct InlineUTF8: Equatable {
  private let bytes: UInt64
  private let count: Int

  /// Stores the form of one character; no letter of an alphabet has a form beyond eight bytes.
  init(_ text: some Sequence<UInt8>) {
    let kept = Array(text.prefix(8))
    bytes = kept.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    count = kept.count
  }

  var text: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  func append(to text: inout [UInt8]) {
    var rest = bytes
    for _ in 0..<count {
      text.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
