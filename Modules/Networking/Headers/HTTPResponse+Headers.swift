#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HTTPResponse {
  /// Creates a response with the values of its headers.
  ///
  /// - Parameters:
  ///   - status: The HTTP status code.
  ///   - body: The decoded body.
  ///   - header: Returns the value of a header; the case of the name is ignored.
  init(status: Int, body: Data, header: (String) -> String?) {
    self.init(
      status: status, body: body, etag: header("ETag").flatMap(ETag.init(rawValue:)),
      retryAfter: header("Retry-After").flatMap { Self.retryAfter($0, date: header("Date")) })
  }

  /// Parses `Retry-After` (RFC 9110, 10.2.3), which is a number of seconds or a date.
  ///
  /// A date is compared with the response's own `Date`, because the device's clock may be wrong by
  /// years. Without `Date`, the result is `nil`. The longest delay is one day.
  static func retryAfter(_ text: String, date: String?) -> Duration? {
    let day = 24 * 60 * 60
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // A number that overflows also means a long delay.
      return .seconds(min(Int(text) ?? day, day))
    }
    guard let end = HTTPDate.seconds(text), let start = date.flatMap(HTTPDate.seconds) else {
      return nil
    }
    return .seconds(min(max(end - start, 0), day))
  }
}
