#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HTTPResponse {
  /// Decodes the body as JSON after checking that decoding is safe.
  ///
  /// A linear scan rejects nesting deeper than 64 levels before decoding starts: a recursive
  /// decoder overflows a small stack at a few hundred levels.
  ///
  /// - Throws: ``UnusableBody`` if the body is not JSON, is nested too deeply, or does not have the
  ///   shape of `Value`.
  public func json<Value: Decodable>(_ type: Value.Type) throws(UnusableBody) -> Value {
    // UTF-16 and UTF-32 are invalid on a network (RFC 8259, 8.1), but the decoder accepts them and
    // the scan below would misread them. Both encode a bracket with a zero byte, and UTF-8 does
    // not.
    guard !body.contains(0) else { throw UnusableBody(reason: "not UTF-8") }
    guard JSONDepth.isWithin(64, body) else {
      throw UnusableBody(reason: "nested deeper than 64 levels")
    }
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch let error as DecodingError {
      throw UnusableBody(reason: error.summary)
    } catch {
      throw UnusableBody(reason: "\(error)")
    }
  }
}

/// The error for a body that cannot be decoded or encoded.
public struct UnusableBody: Error, Hashable {
  /// The fault and its place, for a log or a bug report; at most 300 characters.
  public let reason: String

  /// Creates an error with the fault and its place.
  public init(reason: String) {
    // A decoder may quote any amount of the body.
    self.reason = String(reason.prefix(300))
  }
}

extension UnusableBody: CustomStringConvertible {
  /// One line for a log.
  public var description: String { "the body cannot be used: \(reason)" }
}
