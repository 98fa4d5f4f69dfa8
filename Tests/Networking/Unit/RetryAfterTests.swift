import Foundation
import Testing

@testable import Networking

@Suite struct RetryAfterTests {
  private static let noon = "Sun, 06 Nov 1994 12:00:00 GMT"

  @Test(arguments: [
    ("0", 0), ("1", 1), ("120", 120), ("007", 7), ("86400", 86_400), ("86401", 86_400),
    ("99999999999999999999999999", 86_400),
  ])
  func `A number is a delay in seconds of at most a day`(_ text: String, seconds: Int) {
    #expect(HTTPResponse.retryAfter(text, date: nil) == .seconds(seconds))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 12:00:30 GMT", 30), ("Sunday, 06-Nov-94 12:01:00 GMT", 60),
    ("Sun Nov  6 13:00:00 1994", 3600), ("Mon, 07 Nov 1994 12:00:00 GMT", 86_400),
    ("Fri, 01 Jan 2100 00:00:00 GMT", 86_400), ("Sun, 06 Nov 1994 11:59:00 GMT", 0),
  ])
  func `A date is relative to the server's clock`(_ text: String, seconds: Int) {
    #expect(HTTPResponse.retryAfter(text, date: Self.noon) == .seconds(seconds))
  }

  @Test(arguments: ["", " ", "-1", "+1", "1.5", "1e3", "0x10", "soon", "١٢", "1, 2", "12 34"])
  func `Any other text, and a date without a valid Date header, are ignored`(_ text: String) {
    #expect(HTTPResponse.retryAfter(text, date: Self.noon) == nil)
    #expect(HTTPResponse.retryAfter(Self.noon, date: text) == nil)
    #expect(HTTPResponse.retryAfter(Self.noon, date: nil) == nil)
  }
}

@Suite struct HTTPDateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Thursday, 01-Jan-70 00:00:00 GMT", 0),
    ("Tuesday, 01-Jan-69 00:00:00 GMT", 3_124_224_000),
  ])
  func `Each of three forms has a time, also with a leap second or a year of two digits`(
    _ text: String, seconds: Int
  ) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test func `Days from 1970 to 2105 have the time that Foundation has for them`() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"

    for day in stride(from: 0, to: 136 * 365, by: 7) {
      let moment = day * 86_400 + 45_296
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(moment)))
      guard HTTPDate.seconds(text) == moment else {
        Issue.record("\(text) is not \(moment)")
        return
      }
    }
  }

  @Test(arguments: [
    "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 194 08:49:37 GMT",
    "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08::49:37 GMT",
    "Sun, 00006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT",
    "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 9223372036854775807 08:49:37 GMT",
  ])
  func `Any other text is not a date`(_ text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }
}
