#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension HTTPRequest {
  /// The bytes of a request and what they are.
  public struct Body: Sendable, Hashable {
    /// What bytes are, as `Content-Type` says it.
    public enum Kind: String, Sendable, Hashable {
      /// JSON text.
      case json = "application/json"
      /// A photo.
      case jpeg = "image/jpeg"
    }

    /// The bytes, as they are sent.
    public let bytes: Data

    /// What the bytes are.
    public let kind: Kind

    /// Takes bytes as they are, such as those that an outbox kept to send them again.
    public init(_ bytes: Data, _ kind: Kind) {
      self.bytes = bytes
      self.kind = kind
    }

    /// Encodes a value as JSON with sorted keys: equal values are equal bytes in every attempt.
    ///
    /// - Throws: ``UnusableBody`` when the value cannot be written as JSON; trying again is useless.
    public static func json(_ value: some Encodable) throws(UnusableBody) -> Body {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do {
        return Body(try encoder.encode(value), .json)
      } catch {
        throw UnusableBody(reason: "\(error)")
      }
    }
  }
}
