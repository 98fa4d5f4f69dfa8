#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Synchronization

/// Encodes any `Encodable` value as CBOR (RFC 8949); equal values have equal bytes in every
/// process.
///
/// - Integers, lengths, counts and floats have their shortest form, and lengths are definite (the
///   core deterministic encoding of RFC 8949, section 4.2.1).
/// - Fields are written in the order of `encode(to:)`. Dictionary keys and sets are sorted by their
///   encoded bytes. `encodeIfPresent` writes nothing for nil, as in JSON.
/// - A dictionary is a map if its keys are `String`, `Int` or `CodingKeyRepresentable`. Any other
///   is an array of alternating keys and values.
/// - `Date` is tag 1, seconds since 1970, if that restores exactly the same date. Any other date is
///   seconds since 2001 without a tag, which is the representation inside `Date`.
/// - `URL` is tag 32, `UUID` tag 37, `Data` a byte string, `Decimal` text.
///
/// Coding paths are relative to the value that is encoded; an error that leaves the encoder has the
/// complete path. A duplicate key is an error, because the document could not be decoded.
struct CBOREncoder: Sendable {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func encode<T: Encodable>(_ value: T) throws -> Data {
    var writer = CBORWriter.idle.withLock { $0.popLast() }?.coder ?? CBORWriter()
    writer.userInfo = userInfo
    try writer.write(value)
    let data = writer.data()
    if let idle = CBORCoderPool(&writer) { CBORWriter.idle.withLock { $0.append(idle) } }
    return data
  }
}

extension CBORWriter {
  /// Returns the written bytes and removes them from the writer.
  fileprivate func data() -> Data {
    guard canBeKept else {
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
