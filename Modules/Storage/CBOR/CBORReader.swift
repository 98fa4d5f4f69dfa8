#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A document and the place up to which it was read.
///
/// Every access to the input goes through the bounds checks of the buffer.
final class CBORReader {
  let bytes = CBORBuffer<UInt8>(capacity: 256)
  private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var offset = 0

  /// How many arrays and maps are around the value at `offset`.
  var level = 0
  let maps = CBORBuffer<CBOROpenMap>(capacity: 16)
  var lastMap: UInt32 = 0
  let entries = CBORBuffer<CBOREntry>(capacity: 64)
  /// The keys of maps that are too large or too unusual for `entries`.
  let names = CBORBuffer<[String: Int]>(capacity: 1)
  /// Where nested containers are.
  let paths = CBORBuffer<CBORPath>(capacity: 4)
  /// The item whose end became known last.
  var finished = (start: -1, end: -1)
  /// A ``CBORKeyPattern``, made of the second in a row of maps with so many entries.
  var keyPattern: AnyObject?
  var lastCount = -1
  let types = CBORTypeTable<CBORForm<any CBORReadable.Type>>()

  /// Begins a document; the one before was read to its end, or there was none.
  func begin(_ userInfo: [CodingUserInfoKey: any Sendable]) {
    // A copy of the document, made while the thread that had the reader before was letting go of it.
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
      throw corrupted("A simple value longer than it may be.")
    }
    offset += 1 + width
    return CBORHead(kind: kind, info: info, argument: argument)
  }

  /// The next head that is not a tag.
  @inline(__always)
  func untaggedHead() throws -> CBORHead {
    var head = try head()
    while head.kind == .tag { head = try self.head() }
    return head
  }

  /// Whether nil is next; if so, it was read.
  func readNil() throws -> Bool {
    let start = offset
    if try untaggedHead().isNil { return true }
    offset = start
    return false
  }

  func deeper(than level: Int) throws -> Int {
    guard level < CBORConstant.deepest else {
      throw corrupted("Nested deeper than \(CBORConstant.deepest) levels.")
    }
    return level + 1
  }

  /// Gives errors the place of a container that has a path of its own.
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
