import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponse {
  /// Creates a response of `URLSession` with its decompressed body.
  init(_ response: HTTPURLResponse, body: Data) {
    let date = response.value(forHTTPHeaderField: "Date")
    self.init(
      status: response.statusCode, body: body,
      etag: response.value(forHTTPHeaderField: "ETag").flatMap(ETag.init(rawValue:)),
      retryAfter: response.value(forHTTPHeaderField: "Retry-After")
        .flatMap { Self.retryAfter($0, date: date) })
  }

  /// Parses `Retry-After` (RFC 9110, 10.2.3): a number of seconds, or a date.
  ///
  /// A date is compared with the `Date` of the response, because the device's clock may be wrong by
  /// years. A delay of more than one day is reduced to one day. Returns `nil` for any other text, and
  /// for a date if the response has no valid `Date`.
  static func retryAfter(_ text: String, date: String?) -> Duration? {
    let day = 24 * 60 * 60
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // A number that overflows `Int` counts as one day.
      return .seconds(min(Int(text) ?? day, day))
    }
    guard let end = HTTPDate.seconds(text), let start = date.flatMap(HTTPDate.seconds) else {
      return nil
    }
    return .seconds(min(max(end - start, 0), day))
  }
}

/// A parser for dates in HTTP headers, in all three formats that RFC 9110, 5.6.7 requires.
///
/// `DateFormatter` is not used, because it is slow to create, depends on the platform's locale data,
/// and also accepts text in other formats.
enum HTTPDate {
  /// Returns the seconds since January 1, 1970 (UTC), or `nil` if the text is not a date.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(whereSeparator: { " ,-".contains($0) }).map(String.init)
    // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT · Sun Nov  6 08:49:37 1994
    let date: (day: String, month: String, year: String, time: String)
    if words.count == 6, words[5] == "GMT" {
      date = (words[1], words[2], words[3], words[4])
    } else if words.count == 5 {
      date = (words[2], words[1], words[4], words[3])
    } else {
      return nil
    }
    let time = date.time.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard let day = number(date.day), (1...31).contains(day),
      let month = months.firstIndex(of: date.month), let year = year(date.year), time.count == 3,
      let hour = time[0], let minute = time[1], let second = time[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let parts = DateComponents(
      timeZone: .gmt, year: year, month: month + 1, day: day, hour: hour, minute: minute,
      second: second)
    let moment = Calendar(identifier: .gregorian).date(from: parts)
    return moment.map { Int($0.timeIntervalSince1970) }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ digits: some StringProtocol) -> Int? {
    // The characters are checked first, because `Int` also accepts signs.
    digits.count <= 4 && digits.allSatisfy(\.isNumber) ? Int(digits) : nil
  }

  private static func year(_ digits: String) -> Int? {
    guard let year = number(digits) else { return nil }
    switch digits.count {
    case 4: return year
    // A two-digit year, from the obsolete format of RFC 850, counts as a year from 1970 to 2069.
    case 2: return year < 70 ? year + 2000 : year + 1900
    default: return nil
    }
  }
}
