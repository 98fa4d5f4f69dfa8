#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The reader of a CBOR document: the document and the position up to which it has been read.
///
/// The buffer `bytes` contains the document, and checks the bounds of every access to it.
final class CBORReader {
  let bytes = CBORBuffer<UInt8>(capacity: 256)
  private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var offset = 0

  /// The number of arrays and maps that contain the value at `offset`.
  var level = 0
  let maps = CBORBuffer<CBOROpenMap>(capacity: 16)
  var lastMap: UInt32 = 0
  let entries = CBORBuffer<CBOREntry>(capacity: 64)
  /// Indexes of open maps: each dictionary contains the offsets of one map's values, by key.
  ///
  /// Only maps that are long, or have keys other than definite-length text, are indexed here. An integer
  /// key is stored as the text of its digits. Keys that are neither text nor integers are omitted.
  let names = CBORBuffer<[String: Int]>(capacity: 1)
  /// The coding paths of nested containers.
  let paths = CBORBuffer<CBORPath>(capacity: 4)
  /// The start and the end of the last item whose end was found.
  ///
  /// To skip the item that begins at `start`, the reader moves directly to `end`. Both offsets are -1
  /// until the end of an item has been found.
  var finished = (start: -1, end: -1)
  /// The ``CBORKeyPattern`` with which the keys of the next dictionary are compared; `nil` for none.
  ///
  /// A pattern is recorded when two successive dictionaries have the same number of entries, because
  /// they probably have the same keys. The property has the type `AnyObject`, because the generic type
  /// of a pattern depends on the type of the dictionary.
  var keyPattern: AnyObject?
  var lastCount = -1
  let types = CBORTypeTable<CBORStrategy<any CBORReadable.Type>>()

  /// Resets the reader for a new document.
  func begin(_ userInfo: [CodingUserInfoKey: any Sendable]) {
    // The buffer may still contain the previous document. `CBORDecoder.decode(_:from:)` leaves the
    // document there while another thread references a `Decoder`. The reader is still reused if that
    // thread releases the `Decoder` before the `IdleCoder` is created.
    bytes.removeAll(from: 0)
    self.userInfo = userInfo
    offset = 0
    level = 0
    finished = (-1, -1)
    keyPattern = nil
    lastCount = -1
  }

  @inline(__always)
  func head() throws -> CBORHead {
    guard offset < bytes.count else { throw corrupted("The document ends too early.") }
    let initial = bytes[offset]
    let info = initial & 0x1F
    guard info < 24 else { return try longHead(initial) }
    offset += 1
    return CBORHead(kind: CBORHead.Kind(of: initial), info: info, argument: UInt64(info))
  }

  private func longHead(_ initial: UInt8) throws -> CBORHead {
    let kind = CBORHead.Kind(of: initial)
    let info = initial & 0x1F
    guard info < 28 else {
      let mayBeIndefinite = kind != .unsigned && kind != .negative && kind != .tag
      guard info == CBORHead.indefinite, mayBeIndefinite else {
        throw corrupted("A reserved length.")
      }
      offset += 1
      return CBORHead(kind: kind, info: info, argument: 0)
    }
    let width = 1 << (Int(info) - 24)
    guard width < bytes.count - offset else { throw corrupted("The document ends too early.") }
    let argument = bytes.bigEndian(at: offset + 1, width: width)
    guard kind != .simple || info > 24 || argument >= 32 else {
      throw corrupted("A simple value is not in its short form.")
    }
    offset += 1 + width
    return CBORHead(kind: kind, info: info, argument: argument)
  }

  /// Skips tags and reads the next ``CBORHead``.
  @inline(__always)
  func untaggedHead() throws -> CBORHead {
    var head = try head()
    while head.kind == .tag { head = try self.head() }
    return head
  }

  /// Skips the next value if it is nil; returns whether it was nil.
  func readNil() throws -> Bool {
    let start = offset
    if try untaggedHead().isNil { return true }
    offset = start
    return false
  }

  func deeper(than level: Int) throws -> Int {
    guard level < CBORConstant.maximumDepth else {
      throw corrupted("Nested deeper than \(CBORConstant.maximumDepth) levels.")
    }
    return level + 1
  }

  /// Runs `body`, and adds `path` in front of the coding path of an error.
  func located<Value>(at path: [any CodingKey], _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw DecodingError.located(error, at: path)
    }
  }

  func corrupted(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "\(reason) (byte \(offset))"))
  }
}

extension CBORReader {
  /// Advances past a definite-length string whose head has been read, and returns its range.
  @inline(__always)
  func range(_ head: CBORHead) throws -> Range<Int> {
    guard head.argument <= UInt64(bytes.count - offset) else {
      throw corrupted("The document ends too early.")
    }
    let start = offset
    offset += Int(head.argument)
    return start..<offset
  }

  /// Returns the number of entries of a container whose head has been read.
  ///
  /// An entry consists of `width` items: one in an array, two in a map. Throws if the rest of the
  /// document has fewer bytes than the container has items, because every item has at least one byte.
  func count(_ head: CBORHead, width: Int) throws -> Int {
    if head.isIndefinite { return try countToBreak(width: width) }
    guard head.argument <= UInt64((bytes.count - offset) / width) else {
      throw corrupted("The count exceeds the remaining bytes.")
    }
    return Int(head.argument)
  }

  private func countToBreak(width: Int) throws -> Int {
    let start = offset
    var count = 0
    while try !readBreak() {
      for _ in 0..<width { try skip(inside: level + 1) }
      count += 1
    }
    offset = start
    return count
  }

  func readBreak() throws -> Bool {
    guard offset < bytes.count else { throw corrupted("The document ends too early.") }
    guard bytes[offset] == 0xFF else { return false }
    offset += 1
    return true
  }
}

extension CBORReader {
  /// Skips one item; throws if the item is not well-formed.
  ///
  /// `level` is the number of arrays and maps that contain the item.
  func skip(inside level: Int) throws {
    if skipShort() { return }
    let head = try untaggedHead()
    switch head.kind {
    case .unsigned, .negative, .tag: break
    case .simple:
      if head.isBreak { throw corrupted("Found a break outside any container.") }
    case .bytes, .text:
      if head.isIndefinite {
        try forEachChunk(of: head.kind) { _ in }
      } else {
        _ = try range(head)
      }
    case .array: try skipEntries(head, width: 1, inside: deeper(than: level))
    case .map: try skipEntries(head, width: 2, inside: deeper(than: level))
    }
  }

  /// Skips a short string or a number that is encoded in one byte; returns `false` at any other item.
  ///
  /// Most items are of this kind and can be skipped without parsing a head.
  private func skipShort() -> Bool {
    guard offset < bytes.count else { return false }
    let initial = bytes[offset]
    switch initial {
    case 0x00..<0x18, 0x20..<0x38:
      offset += 1
      return true
    case 0x40..<0x58, 0x60..<0x78:
      let end = offset + 1 + Int(initial & 0x1F)
      guard end <= bytes.count else { return false }
      offset = end
      return true
    default: return false
    }
  }

  private func skipEntries(_ head: CBORHead, width: Int, inside level: Int) throws {
    if head.isIndefinite {
      while try !readBreak() {
        for _ in 0..<width { try skip(inside: level) }
      }
    } else {
      for _ in 0..<width * (try count(head, width: width)) { try skip(inside: level) }
    }
  }
}
