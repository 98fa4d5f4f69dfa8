/// The place of an item in a document.
struct CBORPlace {
  /// The offset of the first byte of the item, which is its outermost tag if it has tags.
  let offset: Int
  /// The number of arrays and maps that begin before the item.
  let container: Int

  /// The place of the whole value.
  static let root = CBORPlace(offset: 0, container: 0)
}

/// A well-formed document, and the ends of its arrays and maps.
///
/// The whole document is checked once, before any value is decoded. So a field is found in any sequence,
/// a value is skipped without a look at its content, and no later step has to expect malformed bytes.
final class CBORDocument {
  /// An array or a map.
  struct Container: BitwiseCopyable {
    /// The offset of the first byte behind it.
    let end: UInt32
    /// The number of arrays and maps that begin before that offset.
    let next: UInt32
  }

  private(set) var bytes: UnsafeBufferPointer<UInt8>
  /// The arrays and maps in the sequence in which they begin.
  private let containers = CBORBuffer<Container>(capacity: 32)
  /// Whether all keys are texts of fewer than 24 ASCII characters, whose bytes can be compared.
  let hasPlainKeys: Bool
  let userInfo: [CodingUserInfoKey: any Sendable]

  private var isOwner = false
  var forms = CBORForms(CBORForm<any CBORReadable.Type>.table)

  /// Checks a document, whose bytes have to exist until ``keepBytes()`` has been called.
  ///
  /// - Throws: `CBORFailure` if the bytes are not exactly one well-formed item.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(CBORFailure) {
    self.bytes = bytes
    self.userInfo = userInfo
    var scan = CBORScan(bytes: bytes, containers: containers)
    do throws(CBORFailure) {
      try scan.run()
    } catch {
      containers.deallocate()
      throw error
    }
    hasPlainKeys = scan.hasPlainKeys
  }

  deinit {
    containers.deallocate()
    if isOwner { bytes.deallocate() }
  }

  /// Copies the bytes, which otherwise may no longer exist.
  func keepBytes() {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    bytes = UnsafeBufferPointer(copy)
    isOwner = true
  }

  /// The place of a null, the value of what is missing.
  var null: CBORPlace { CBORPlace(offset: bytes.count, container: containers.count) }

  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "Index out of range")
    return UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// The places of the first item in a container and of what follows the last one.
  func content(of place: CBORPlace) -> (first: CBORPlace, end: Int) {
    let first = CBORPlace(offset: head(at: place).content, container: place.container + 1)
    return (first, Int(containers[place.container].end))
  }

  /// The place behind an item.
  @inline(__always)
  func end(of place: CBORPlace) -> CBORPlace {
    let initial = bytes[place.offset]
    // Most items are small numbers and short texts.
    if let length = CBORScan.shortLength(initial) {
      return CBORPlace(offset: place.offset + length, container: place.container)
    }
    return otherEnd(of: place)
  }

  private func otherEnd(of place: CBORPlace) -> CBORPlace {
    let head = head(at: place)
    switch head.kind {
    case .array, .map:
      let container = containers[place.container]
      return CBORPlace(offset: Int(container.end), container: Int(container.next))
    case .bytes, .text:
      return CBORPlace(
        offset: head.content + Int(head.argument), container: place.container)
    default: return CBORPlace(offset: head.content, container: place.container)
    }
  }
}

/// The check that a document is well-formed, which also finds the ends of arrays and maps.
///
/// It is a loop with a stack of its own, so that a deeply nested document needs no deep call stack.
struct CBORScan {
  let bytes: UnsafeBufferPointer<UInt8>
  let containers: CBORBuffer<CBORDocument.Container>
  private(set) var hasPlainKeys = true
  private var offset = 0
  private var open: [Container] = []

  /// A container whose content is being scanned.
  private struct Container {
    /// The number of containers before it; -1 for the document.
    let number: Int
    let isMap: Bool
    /// The number of items that are still missing.
    var left: Int
  }

  init(bytes: UnsafeBufferPointer<UInt8>, containers: CBORBuffer<CBORDocument.Container>) {
    self.bytes = bytes
    self.containers = containers
  }

  /// Scans one item, behind which the document has to end.
  mutating func run() throws(CBORFailure) {
    guard bytes.count <= UInt32.max else { throw CBORFailure("The document is too long.") }
    var container = Container(number: -1, isMap: false, left: 1)
    while true {
      guard offset < bytes.count else { throw ended }
      let start = offset
      let isKey = container.isMap && container.left.isMultiple(of: 2)
      container.left -= 1
      if let length = Self.shortLength(bytes[offset]), length <= bytes.count - offset {
        offset += length
      } else {
        try scanItem(&container)
      }
      if isKey, hasPlainKeys { hasPlainKeys = Self.isPlainKey(bytes, start) }
      while container.left == 0 {
        guard let parent = open.popLast() else {
          if offset == bytes.count { return }
          throw failure("The document continues after the value.")
        }
        containers[container.number] = CBORDocument.Container(
          end: UInt32(offset), next: UInt32(containers.count))
        container = parent
      }
    }
  }

  /// The length of an item that is a small number or a short text, as most items are; otherwise nil.
  @inline(__always)
  static func shortLength(_ initial: UInt8) -> Int? {
    switch initial {
    case 0x00..<0x18, 0x20..<0x38: 1
    case 0x60..<0x78: 1 + Int(initial & 0x1F)
    default: nil
    }
  }

  /// Scans a scalar with its tags, or the head of a container, which then is the current one.
  private mutating func scanItem(_ container: inout Container) throws(CBORFailure) {
    let head = CBORHead(bytes, at: offset)
    guard head.content <= bytes.count else { throw ended }
    guard head.info < 28 else { throw failure("A reserved or an indefinite length.") }
    offset = head.content
    switch head.kind {
    case .bytes, .text:
      guard head.argument <= UInt64(bytes.count - offset) else { throw ended }
      offset += Int(head.argument)
    case .array, .map:
      let width = head.kind == .map ? 2 : 1
      guard open.count < CBORConstant.maximumDepth else { throw CBORFailure.tooDeep }
      guard head.argument <= UInt64((bytes.count - offset) / width) else {
        throw failure("The count exceeds the remaining bytes.")
      }
      open.append(container)
      containers.append(CBORDocument.Container(end: 0, next: 0))
      container = Container(
        number: containers.count - 1, isMap: width == 2, left: Int(head.argument) * width)
    case .tag: container.left += 1
    case .simple where head.info == 24 && head.argument < 32:
      throw failure("A simple value is not in its short form.")
    case .unsigned, .negative, .simple: break
    }
  }

  /// Whether a key is a text of fewer than 24 ASCII characters without tags.
  static func isPlainKey(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard 0x60..<0x78 ~= bytes[start] else { return false }
    return UnsafeBufferPointer(
      rebasing: bytes[start + 1..<start + 1 + Int(bytes[start] & 0x1F)]
    ).isASCII
  }

  private var ended: CBORFailure { CBORFailure("The document ends too early.") }

  private func failure(_ reason: String) -> CBORFailure {
    CBORFailure("\(reason) (byte \(offset))")
  }
}

extension CBORHead {
  /// Reads the head at an offset; of a head that is cut off only the length counts.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    let initial = bytes[offset]
    // Three bits are one of the eight kinds; `Kind(rawValue:)` would take 6 % of the time of decoding.
    kind = unsafeBitCast(initial >> 5, to: Kind.self)
    info = initial & 0x1F
    guard info >= 24, info < 28 else {
      argument = UInt64(info)
      content = offset + 1
      return
    }
    let width = 1 << (Int(info) - 24)
    content = offset + 1 + width
    var argument: UInt64 = 0
    if content <= bytes.count {
      for index in offset + 1..<content { argument = argument << 8 | UInt64(bytes[index]) }
    }
    self.argument = argument
  }
}
