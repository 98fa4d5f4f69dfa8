public import Networking

extension HTTPRequest {
  /// A read that needs no city, with what a test wants to be different about it.
  public static func read(
    _ path: String = "/v1", ifChangedSince etag: ETag? = nil,
    upTo sizeLimit: Int = HTTPRequest.defaultSizeLimit
  ) -> HTTPRequest {
    var request = HTTPRequest.withoutCity(.get, path)
    request.precondition = etag.map(Precondition.hasChanged)
    request.sizeLimit = sizeLimit
    return request
  }
}
