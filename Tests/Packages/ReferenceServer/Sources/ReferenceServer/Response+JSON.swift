import Foundation
import HTTPTypes
import Hummingbird
import Networking

extension Response {
  /// Creates a response with a JSON body.
  ///
  /// From status 400 the content type is that of a problem.
  init(_ status: Int, json body: Data, tag: String? = nil) {
    self.init(
      status: HTTPTypes.HTTPResponse.Status(code: status),
      headers: [.contentType: status < 400 ? "application/json" : "application/problem+json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    headers[.eTag] = tag.map { "\"\($0)\"" }
  }

  /// Converts the response of a server model.
  init(_ answer: Networking.HTTPResponse) {
    guard !answer.body.isEmpty else {
      self.init(status: HTTPTypes.HTTPResponse.Status(code: answer.status))
      return
    }
    let tag = answer.etag.map { String($0.rawValue.dropFirst().dropLast()) }
    self.init(answer.status, json: answer.body, tag: tag)
    headers[.retryAfter] = answer.retryAfter.map { "\($0.components.seconds)" }
    if answer.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
  }

  /// Creates a response with an encoded value, whose bytes are the same for equal values.
  init(_ status: Int, _ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(status, json: try encoder.encode(value))
  }

  /// Creates a response with the reason for rejecting a request (RFC 9457).
  init(_ status: Int, _ problem: String, _ reason: String) {
    self.init(Networking.HTTPResponse(problem: problem, status: status, reason: reason))
  }

  /// Returns the response, or 304 if the request already has its version (`If-None-Match`).
  func unlessKnown(to request: Request) -> Response {
    guard let tag = headers[.eTag], let known = request.headers[.ifNoneMatch] else { return self }
    let tags = known.split(separator: ",").map { $0.filter { $0 != " " } }
    guard tags.contains(where: { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }) else { return self }
    return Response(status: .notModified, headers: [.eTag: tag])
  }
}
