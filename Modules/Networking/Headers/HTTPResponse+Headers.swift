#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HTTPResponse {
  /// An answer with what its headers say; `header` looks one up whatever the case of its name.
  init(status: Int, body: Data, header: (String) -> String?) {
    self.init(
      status: status, body: body, etag: header("ETag").flatMap(ETag.init(rawValue:)),
      retryAfter: header("Retry-After").flatMap { Self.retryAfter($0, date: header("Date")) })
  }

  /// Reads `Retry-After` (RFC 9110, 10.2.3): seconds, or a moment by the server's own clock.
  ///
  /// A moment is compared with the answer's `Date`, never with the device's clock, which may be
  /// wrong by years. Without a date it says nothing.
  static func retryAfter(_ text: String, date: String?) -> Duration? {
    let day = 24 * 60 * 60
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // More digits than a number holds mean a long time too.
      return .seconds(min(Int(text) ?? day, day))
    }
    guard let end = HTTPDate.seconds(text), let start = date.flatMap(HTTPDate.seconds) else {
      return nil
    }
    return .seconds(min(max(end - start, 0), day))
  }
}
