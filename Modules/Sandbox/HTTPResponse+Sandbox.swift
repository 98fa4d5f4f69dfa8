import Foundation
import Networking

extension HTTPResponse {
  /// Creates a response with a value as JSON; the status is 500 if encoding fails.
  static func json(_ value: some Encodable, etag: ETag? = nil, status: Int = 200) -> HTTPResponse {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return HTTPResponse(status: status, body: try encoder.encode(value), etag: etag)
    } catch {
      return .status(500)
    }
  }

  /// Creates a response that has only a status, such as 404 for an unknown path, and no body.
  static func status(_ status: Int) -> HTTPResponse { HTTPResponse(status: status, body: Data()) }

  /// Creates a response that rejects a request, with a machine-readable code and a text as the
  /// reason.
  static func refused(_ status: Int, _ code: String, _ reason: String) -> HTTPResponse {
    HTTPResponse(problem: code, status: status, reason: reason)
  }

  /// Returns this response, or 304 if the app already has the content with this response's ETag.
  ///
  /// The app sends the ETag of its content with the request.
  func unlessKnown(to request: HTTPRequest) -> HTTPResponse {
    guard let etag, request.ifChangedSince == etag else { return self }
    return HTTPResponse(status: 304, body: Data(), etag: etag)
  }
}

extension HTTPRequest.Method {
  /// The body that the method contains; `nil` for GET and DELETE, which have none.
  var body: HTTPRequest.Body? {
    switch self {
    case .get, .delete: nil
    case .post(let body), .put(let body), .patch(let body): body
    }
  }
}

extension URL {
  /// Returns the URL of a bundled JSON file.
  ///
  /// - Throws: `CocoaError.fileNoSuchFile` if the app does not contain the resources of `Sandbox`.
  static func resource(_ name: String) throws -> URL {
    guard let url = Bundle.module.url(forResource: name, withExtension: "json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    return url
  }
}
