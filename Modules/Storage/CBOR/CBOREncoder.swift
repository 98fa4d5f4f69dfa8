#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Synchronization

/// Writes any `Encodable` value as CBOR (RFC 8949); equal values give equal bytes in every process.
///
/// - Integers, lengths, counts and floats take their shortest form, lengths are definite (the
///   core deterministic encoding of RFC 8949, section 4.2.1).
/// - Fields come in the order `encode(to:)` writes them; dictionary keys and sets are sorted by their
///   encoded bytes. A nil that `encodeIfPresent` is given leaves no trace, as in JSON.
/// - A dictionary is a map when its keys are `String`, `Int` or `CodingKeyRepresentable`; any other is
///   an array of keys and values in turn.
/// - `Date` is tag 1, seconds since 1970, where that gives back the same date to the last bit; other
///   dates are seconds since 2001 without a tag, which is what `Date` holds.
/// - `URL` is tag 32, `UUID` tag 37, `Data` a byte string, `Decimal` text.
///
/// Coding paths are relative to the value being encoded; an error that leaves the encoder has the
/// whole path. A key written twice is an error, because the document could not be read.
struct CBOREncoder: Sendable {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func encode<T: Encodable>(_ value: T) throws -> Data {
    var writer = CBORWriter.idle.withLock { $0.popLast() }?.coder ?? CBORWriter()
    writer.userInfo = userInfo
    try writer.write(value)
    let data = writer.data()
    if let idle = CBORIdle(&writer) { CBORWriter.idle.withLock { $0.append(idle) } }
    return data
  }
}

extension CBORWriter {
  /// What was written, which the writer has no more.
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

  /// The same error, as seen from the container that holds the value at `path`.
  static func located(_ error: any Error, at path: [any CodingKey]) -> any Error {
    guard case .invalidValue(let value, let context)? = error as? Self else { return error }
    return Self.invalidValue(
      value,
      Context(
        codingPath: path + context.codingPath, debugDescription: context.debugDescription,
        underlyingError: context.underlyingError))
  }
}
