#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HTTPResponse {
  /// Decodes the body as JSON after checking that it is safe to decode.
  ///
  /// Nesting deeper than 64 levels is refused by a linear scan before the decoder sees it: a
  /// recursive decoder overflows a small stack at a few hundred levels.
  ///
  /// - Throws: ``UnusableBody`` when the body is not JSON, is nested too deeply, or does not have
  ///   the shape of `Value`.
  public func json<Value: Decodable>(_ type: Value.Type) throws(UnusableBody) -> Value {
    // UTF-16 and UTF-32 are not JSON on a network (RFC 8259, 8.1). The decoder takes them and the
    // scan below would misread them; every bracket has a zero byte in them, and none in UTF-8.
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

/// A body cannot be read or written as what it should be, and why.
public struct UnusableBody: Error, Hashable {
  /// What is wrong and where, for a log or a bug report; at most 300 characters.
  public let reason: String

  /// Creates an error with what is wrong and where.
  public init(reason: String) {
    // A decoder may quote as much of the body as it likes.
    self.reason = String(reason.prefix(300))
  }
}

extension UnusableBody: CustomStringConvertible {
  /// One line for a log.
  public var description: String { "the body cannot be used: \(reason)" }
}
