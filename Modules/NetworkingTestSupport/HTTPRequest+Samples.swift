public import Networking

extension HTTPRequest {
  /// Returns a GET request without a city, with optional differences for a test.
  public static func read(
    _ path: String = "/v1", ifChangedSince etag: ETag? = nil,
    upTo sizeLimit: Int = 4 << 20
  ) -> HTTPRequest {
    var request = HTTPRequest.withoutCity(.get, path)
    request.ifChangedSince = etag
    request.sizeLimit = sizeLimit
    return request
  }
}
