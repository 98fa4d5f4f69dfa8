#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Synchronization

/// A container's reference to its ``CBORFrame`` in a ``CBORWriter``.
///
/// The size is one word, because containers are copied often.
struct CBORFrameReference {
  let index: UInt32
  let id: UInt32

  /// The reference to the outermost value of a ``CBORNestedWriter``.
  ///
  /// The frame of this value is always the first frame of the nested writer.
  static let root = CBORFrameReference(index: 0, id: 1)
}

/// The `Encoder` that `encode(to:)` receives.
struct CBORValueEncoder: Encoder {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }
  var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.begin(.map, reference)
    return KeyedEncodingContainer(CBORKeyedEncoding<Key>(writer: writer, reference: reference))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.begin(.array, reference)
    return CBORUnkeyedEncoding(writer: writer, reference: reference)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CBORSingleValueEncoding(writer: writer, reference: reference)
  }
}

/// The container for a single value, such as the raw value of an enumeration.
struct CBORSingleValueEncoding: SingleValueEncodingContainer {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }

  func encodeNil() throws { try single { writer.writeNull() } }
  func encode(_ value: String) throws { try single { writer.write(text: value) } }
  func encode(_ value: Int) throws { try single { writer.write(integer: value) } }
  func encode<T: Encodable>(_ value: T) throws { try single { try writer.write(value) } }

  @inline(__always)
  private func single(_ write: () throws -> Void) throws {
    writer.begin(.single, reference)
    guard let frame = writer.frame(of: reference) else {
      throw EncodingError.invalid("", "The container was used after its value ended.")
    }
    if let misuse = frame.misuse { throw EncodingError.invalid("", misuse.reason) }
    try write()
  }
}

/// Encodes any `Encodable` value as CBOR (RFC 8949); equal values have equal bytes in every
/// process.
///
/// - Integers, lengths, counts and floats have their shortest form, and lengths are definite (the
///   core deterministic encoding of RFC 8949, section 4.2.1).
/// - Fields are written in the sequence in which `encode(to:)` encodes them. Dictionary keys and sets
///   are sorted by their encoded bytes. `encodeIfPresent` writes nothing for nil, as in JSON.
/// - A dictionary is a map if its keys are `String`, `Int` or `CodingKeyRepresentable`. Any other
///   dictionary is an array of alternating keys and values.
/// - `Date` is tag 1, seconds since 1970, if decoding these seconds restores exactly the same date.
///   Otherwise it is seconds since 2001 without a tag, which is the internal representation of `Date`.
/// - `URL` is tag 32, `UUID` tag 37, `Data` a byte string, `Decimal` text.
///
/// Inside `encode(to:)`, coding paths are relative to the encoded value. An error that ``encode(_:)``
/// throws has the complete path. A duplicate key is an error, because the document could not be
/// decoded.
public struct CBOREncoder: Sendable {
  /// The values that `encode(to:)` and `init(from:)` find in their coder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  public func encode<T: Encodable>(_ value: T) throws -> Data {
    var writer = CBORWriter.idle.withLock { $0.popLast() }?.coder ?? CBORWriter()
    writer.userInfo = userInfo
    try writer.write(value)
    let data = writer.data()
    if let idle = IdleCoder(&writer) { CBORWriter.idle.withLock { $0.append(idle) } }
    return data
  }
}

extension CBORWriter {
  /// Returns the written bytes and removes them from the writer.
  fileprivate func data() -> Data {
    guard isReusable else {
      let all = bytes.takeAll()
      guard let start = all.baseAddress else { return Data() }
      return Data(
        bytesNoCopy: start, count: all.count, deallocator: .custom { _, _ in start.deallocate() })
    }
    defer { bytes.removeAll(from: 0) }
    return bytes.withElements(from: 0) { Data($0) }
  }
}

extension EncodingError {
  @inline(never)
  static func located(_ error: any Error, at index: Int) -> any Error {
    located(error, at: [CBORKey(intValue: index)])
  }

  static func invalid(_ value: Any, _ reason: String) -> Self {
    .invalidValue(value, Context(codingPath: [], debugDescription: reason))
  }

  /// Returns the error with `path` in front of its coding path.
  static func located(_ error: any Error, at path: [any CodingKey]) -> any Error {
    guard case .invalidValue(let value, let context)? = error as? Self else { return error }
    return Self.invalidValue(
      value,
      Context(
        codingPath: path + context.codingPath, debugDescription: context.debugDescription,
        underlyingError: context.underlyingError))
  }
}
