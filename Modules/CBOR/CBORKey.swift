/// The coding key of an array element, a dictionary entry or a superclass.
struct CBORKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// Creates the key of an array element, with the name that `JSONDecoder` uses.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = CBORKey(stringValue: "super")
}

/// The last part of a value's coding path.
enum CBORStep {
  /// The value is that of a single value container, with the path of this container.
  case same
  case key(any CodingKey)
  case index(Int)

  var keys: [any CodingKey] {
    switch self {
    case .same: []
    case .key(let key): [key]
    case .index(let index): [CBORKey(index: index)]
    }
  }
}

/// The reason why a value cannot be encoded or decoded, without the place of the value.
///
/// The functions for scalars throw it, so that a coding path is created only after an error.
struct CBORFailure: Error {
  enum Kind { case corrupted, mismatch(Any.Type), missing(Any.Type) }

  let kind: Kind
  let reason: String
  /// The place in a collection that is a leaf itself.
  private var path: [any CodingKey] = []

  init(_ reason: String, _ kind: Kind = .corrupted) {
    self.kind = kind
    self.reason = reason
  }

  /// Gives a failure of `body` the place of an element in a collection.
  @inline(__always)
  static func inside<Value>(
    _ key: @autoclosure () -> CBORKey, _ body: () throws(CBORFailure) -> Value
  ) throws(CBORFailure) -> Value {
    do throws(CBORFailure) {
      return try body()
    } catch {
      var failure = error
      failure.path.insert(key(), at: 0)
      throw failure
    }
  }

  func decodingError(at path: [any CodingKey]) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path + self.path, debugDescription: reason)
    return switch kind {
    case .corrupted: .dataCorrupted(context)
    case .mismatch(let type): .typeMismatch(type, context)
    case .missing(let type): .valueNotFound(type, context)
    }
  }

  func encodingError(of value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path + self.path, debugDescription: reason))
  }

  static let tooDeep = CBORFailure("Nested deeper than \(CBORConstant.maximumDepth) levels.")
  static let misused = CBORFailure(
    "A value needs one kind of container or one single value, which is written before the value"
      + " ends, and not while a value inside it is written.")
}

/// Returns `value` as a value of type `Other`, which must be the type `Value`.
///
/// The compiler does not know that the types are equal. A cast with `as!` would take hundreds of
/// instructions, and for an array hundreds per element.
@inline(__always)
func retyped<Value, Other>(_ value: Value) -> Other {
  precondition(Value.self == Other.self, "A value of another type")
  return unsafeBitCast(value, to: Other.self)
}

extension String {
  /// Calls `body` with the UTF-8 bytes of the string, almost always without a copy.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    // A string that is bridged from Objective-C has no contiguous UTF-8, but a native copy of it has.
    var copy = self
    return copy.withUTF8(body)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no byte has its highest bit set.
  @inline(__always)
  var isASCII: Bool {
    // Most texts are short: eight bytes at a time are faster than what the compiler makes of a loop.
    let raw = UnsafeRawBufferPointer(self)
    var (union, offset): (UInt64, Int) = (0, 0)
    while offset + 8 <= count {
      union |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < count {
      union |= UInt64(raw[offset])
      offset += 1
    }
    return union & 0x8080_8080_8080_8080 == 0
  }
}
