public import Foundation

/// A server's response: any status, with the complete body.
///
/// A response with status 404 or 500 is a value and not an error. A transport throws only if no
/// complete response arrives.
public struct HTTPResponse: Sendable, Hashable {
  /// The HTTP status code, such as 200.
  public let status: Int

  /// The decompressed body, never larger than the request's ``HTTPRequest/sizeLimit``.
  ///
  /// If the server's body exceeds the limit and the status is not 2xx, this property is empty. The
  /// response is returned nevertheless, because the caller can react to the status alone. With a 2xx
  /// status, the transport throws ``TransportError/tooLarge(limit:)`` instead.
  public let body: Data

  /// The validator of the value in the body; `nil` if the server sent no valid `ETag`.
  ///
  /// Store the validator together with the value.
  public let etag: ETag?

  /// The delay that the server demands before the next request, at most one day; `nil` if it demands
  /// none.
  ///
  /// A queue waits for ``ResponseOutcome/retryAfter``, which is at most ten minutes.
  public let retryAfter: Duration?

  /// Creates a response, for a transport that answers in the server's place, such as one of a test.
  ///
  /// `status` is the HTTP status code, and `retryAfter` the delay before the next request.
  ///
  /// ```swift
  /// let found = HTTPResponse(status: 200, body: Data(#"{"name": "Pizza"}"#.utf8))
  /// let closed = HTTPResponse(problem: "cartClosed", status: 410)
  /// ```
  public init(status: Int, body: Data, etag: ETag? = nil, retryAfter: Duration? = nil) {
    self.status = status
    self.body = body
    self.etag = etag
    self.retryAfter = retryAfter
  }
}

extension HTTPResponse {
  /// Decodes the body as JSON of at most 64 nesting levels.
  ///
  /// Deeper JSON is rejected before decoding, because a recursive decoder overflows a small stack at a
  /// few hundred levels.
  ///
  /// ```swift
  /// let menu = try response.json(Menu.self)
  /// ```
  ///
  /// - Throws: ``UnusableBody`` if the body is not JSON, is nested too deeply, or does not have the
  ///   shape of `Value`.
  public func json<Value: Decodable>(_ type: Value.Type) throws(UnusableBody) -> Value {
    // JSON on a network is UTF-8 (RFC 8259, 8.1), but `JSONDecoder` also accepts UTF-16 and UTF-32. The
    // depth check below would misread these encodings. JSON in these encodings contains zero bytes;
    // JSON in UTF-8 contains none.
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
