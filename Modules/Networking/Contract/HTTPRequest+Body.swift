public import Foundation

extension HTTPRequest {
  /// The body of a request: bytes and their media type.
  public struct Body: Sendable, Hashable {
    /// The media type of a body, sent as `Content-Type`.
    public enum Kind: String, Sendable, Hashable {
      /// JSON text in UTF-8, such as that of ``HTTPRequest/Body/json(_:)``.
      case json = "application/json"
      /// A JPEG image, such as a photo of a review.
      case jpeg = "image/jpeg"
    }

    /// The bytes, sent unchanged.
    public let bytes: Data

    /// The media type of the bytes, sent as `Content-Type`.
    public let kind: Kind

    /// Creates a body from bytes, for example from the stored bytes of a request that is sent again.
    public init(_ bytes: Data, _ kind: Kind) {
      self.bytes = bytes
      self.kind = kind
    }

    /// Encodes a value as JSON with sorted keys, so that equal values always have equal bytes.
    ///
    /// ```swift
    /// var request = HTTPRequest(.post(try .json(draft)), "/v1/addresses", in: context)
    /// request.idempotencyKey = key
    /// ```
    ///
    /// - Throws: ``UnusableBody`` if the value cannot be encoded as JSON. A second call with the same
    ///   value would also fail.
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
