import Foundation

/// A data item of CBOR (RFC 8949, section 3), without any type of the app.
indirect enum CBORItem {
  case unsigned(UInt64)
  /// The integer -1 - `argument`.
  case negative(argument: UInt64)
  case bytes(Data)
  case text(String)
  case array([CBORItem])
  /// Keys and values in the sequence of the document; keys may be repeated.
  case map([(key: CBORItem, value: CBORItem)])
  /// A value with its consecutive tags, the outermost first.
  case tagged([UInt64], CBORItem)
  case float(Double)
  case simple(UInt64)

  /// Decodes one document, whose lengths are definite, as the coder of stored values writes them.
  init(decoding data: Data) throws(CBORFailure) {
    var rest = CBORItemReader(data: Data(data))
    self = try rest.item(inside: 0)
    guard rest.data.isEmpty else { throw rest.failure("The document continues after the value.") }
  }
}

/// The part of a document that has not been read yet.
private struct CBORItemReader {
  var data: Data

  mutating func item(inside level: Int) throws(CBORFailure) -> CBORItem {
    var tags: [UInt64] = []
    var head = try head()
    while head.major == 6 {
      tags.append(head.argument)
      head = try self.head()
    }
    let item = try item(head, inside: level)
    return tags.isEmpty ? item : .tagged(tags, item)
  }

  private mutating func item(
    _ head: (major: UInt8, info: UInt8, argument: UInt64), inside level: Int
  ) throws(CBORFailure) -> CBORItem {
    switch head.major {
    case 0: return .unsigned(head.argument)
    case 1: return .negative(argument: head.argument)
    case 2: return .bytes(try bytes(head.argument))
    case 3:
      guard let text = String(validating: try bytes(head.argument), as: UTF8.self) else {
        throw failure("The text is not valid UTF-8.")
      }
      return .text(text)
    case 4, 5:
      guard level < 512 else { throw failure("Nested deeper than 512 levels.") }
      let width: UInt64 = head.major == 4 ? 1 : 2
      guard head.argument <= UInt64(data.count) / width else {
        throw failure("The count exceeds the remaining bytes.")
      }
      var items: [CBORItem] = []
      for _ in 0..<head.argument * width { items.append(try item(inside: level + 1)) }
      guard width == 2 else { return .array(items) }
      return .map(
        stride(from: 0, to: items.count, by: 2).map { (key: items[$0], value: items[$0 + 1]) })
    default:
      switch head.info {
      case 25:
        let bits = UInt16(truncatingIfNeeded: head.argument)
        let magnitude = Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112
        let special: Float = bits & 0x3FF == 0 ? .infinity : .nan
        let value = bits & 0x7C00 == 0x7C00 ? special : magnitude
        return .float(Double(bits & 0x8000 == 0 ? value : -value))
      case 26: return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument))))
      case 27: return .float(Double(bitPattern: head.argument))
      default: return .simple(head.argument)
      }
    }
  }

  private mutating func head() throws(CBORFailure) -> (
    major: UInt8, info: UInt8, argument: UInt64
  ) {
    guard let initial = data.popFirst() else { throw failure("The document ends too early.") }
    let (major, info) = (initial >> 5, initial & 0x1F)
    guard info >= 24 else { return (major, info, UInt64(info)) }
    guard info < 28 else { throw failure("A reserved or an indefinite length.") }
    let argument = try bytes(1 << (UInt64(info) - 24)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard major != 7 || info > 24 || argument >= 32 else {
      throw failure("A simple value is not in its short form.")
    }
    return (major, info, argument)
  }

  private mutating func bytes(_ count: UInt64) throws(CBORFailure) -> Data {
    guard count <= UInt64(data.count) else { throw failure("The document ends too early.") }
    defer { data.removeFirst(Int(count)) }
    return Data(data.prefix(Int(count)))
  }

  func failure(_ reason: String) -> CBORFailure {
    CBORFailure(description: "\(reason) (byte \(data.startIndex))")
  }
}

/// The reason why bytes are not CBOR as the coder of stored values writes it.
struct CBORFailure: Error, CustomStringConvertible {
  let description: String
}
