import Foundation
import SyncTestSupport
import Testing

@testable import Menu

struct HoursTests {
  /// Whether a window is open according to the platform's time zones.
  private func isOpen(_ window: HoursWindow, _ time: Date, _ zone: TimeZone) -> Bool {
    let local = Int(time.timeIntervalSince1970) + zone.secondsFromGMT(for: time)
    let (day, minute) = (local / 86_400, local % 86_400 / 60)
    // The first day of the calendar, in 1970, is a Thursday.
    let weekday = (day + 3) % 7 + 1
    func begins(_ day: Int, _ weekday: Int) -> Bool {
      window.weekdays.contains(weekday) && window.firstDay ?? .min <= day
        && day <= window.lastDay ?? .max
    }
    if window.opens < window.closes {
      return begins(day, weekday) && minute >= window.opens && minute < window.closes
    }
    return (begins(day, weekday) && minute >= window.opens)
      || (begins(day - 1, weekday == 1 ? 7 : weekday - 1) && minute < window.closes)
  }

  /// Zones and times around clock changes and permanent changes of the offset.
  static let places = [
    ("Europe/Belgrade", "2026-03-28T20:00:00Z"), ("Europe/Belgrade", "2026-10-24T20:00:00Z"),
    ("America/New_York", "2026-03-08T00:00:00Z"), ("Australia/Lord_Howe", "2026-04-04T10:00:00Z"),
    ("Asia/Almaty", "2024-02-29T12:00:00Z"), ("Asia/Almaty", "2026-11-24T07:00:00Z"),
    ("Asia/Kathmandu", "2026-12-30T20:00:00Z"), ("Pacific/Apia", "2011-12-29T20:00:00Z"),
  ]

  @Test(arguments: places)
  func `Every minute of two days is open as the platform's time zone says`(
    zone: String, day: String
  )
    throws
  {
    let city = try #require(CityCalendar(timeZone: zone))
    let timeZone = try #require(TimeZone(identifier: zone))
    var random = SplitMix64(seed: 7)
    let start = try Date.utc(day)
    for _ in 0..<4 {
      let window = HoursWindow.random(near: start, &random)
      // Descending, so that the next opening is known at each minute.
      var next: Date?
      for minute in (0..<2_880).reversed() {
        let time = start + Double(minute) * 60
        let open = isOpen(window, time, timeZone)
        #expect(window.isOpen(at: city.moment(at: time)) == open)
        if open { next = time }
        if let next, minute.isMultiple(of: 97) {
          #expect(city.opening(of: [window], from: time) == next, "\(window) from \(time)")
        }
      }
    }
  }

  private static func row(
    _ days: [Int], _ hours: Range<Int>, _ first: String? = nil, _ last: String? = nil
  ) -> HoursRow {
    HoursRow(
      days: days, opens: hours.lowerBound, closes: hours.upperBound, from: first, until: last)
  }

  private static let daily = [1, 2, 3, 4, 5, 6, 7]
  private static let season = row(daily, 600..<1_200, "2027-06-01", "2027-06-02")

  @Test(
    arguments: [
      // A clock change leaves out the whole window, so it returns a week later.
      ("Europe/Belgrade", row([7], 135..<165), "2026-03-28T12:00:00Z", "2026-04-05T00:15:00Z"),
      // A clock change skips the opening, so the window opens at the change, also on its first day.
      (
        "Europe/Belgrade", row([7], 150..<300, "2026-03-29"), "2026-03-01T00:00:00Z",
        "2026-03-29T01:00:00Z"
      ),
      (
        "Europe/Belgrade", row([7], 150..<300, "2026-03-29"), "2026-03-28T00:59:59Z",
        "2026-03-29T01:00:00Z"
      ),
      (
        "Europe/Belgrade", row([7], 150..<300, "2026-03-29"), "2026-03-28T01:00:00Z",
        "2026-03-29T01:00:00Z"
      ),
      (
        "Pacific/Auckland", row([7], 150..<300, "2026-09-27"), "2026-09-01T00:00:00Z",
        "2026-09-26T14:00:00Z"
      ),
      // Hours of a season return with it, and after its last day never.
      ("Asia/Almaty", season, "2026-11-24T07:00:00Z", "2027-06-01T05:00:00Z"),
      ("Asia/Almaty", season, "2027-06-01T16:00:00Z", "2027-06-02T05:00:00Z"),
      ("Asia/Almaty", season, "2027-06-02T15:00:00Z", nil),
      (
        "Asia/Almaty", row(daily, 600..<1_200, "9999-06-01", "9999-06-01"), "2026-11-24T07:00:00Z",
        "9999-06-01T05:00:00Z"
      ),
    ] as [(String, HoursRow, String, String?)])
  func `The next opening is at the first open moment of a day of the window`(
    zone: String, window: HoursRow, from: String, opening: String?
  ) throws {
    let city = try #require(CityCalendar(timeZone: zone))
    let window = try #require(HoursWindow(window))
    #expect(try city.opening(of: [window], from: .utc(from)) == opening.map(Date.utc))
  }

  @Test func `A text is the day of the calendar that it names, or none`() throws {
    for (text, day) in [
      ("1900-01-01", -25_567), ("1969-12-31", -1), ("1970-01-01", 0), ("1972-02-29", 789),
      ("2000-02-29", 11_016), ("2001-01-01", 11_323),
      ("2025-01-01", 20_089), ("2026-05-31", 20_604), ("2026-07-31", 20_665),
      ("2026-08-31", 20_696), ("2026-11-21", 20_778), ("2100-03-01", 47_541),
      ("9999-12-31", 2_932_896),
    ] {
      #expect(CityCalendar.day(text) == day)
    }
    for text in [
      "2027-02-29", "2026-13-01", "2026-1-1", "+026-01-01", "", "2026-01-00",
      "2100-02-29", "2026-00-01", "2026-04-31", "2026-06-31", "2026-09-31",
      "2026-011-1", "2026/01/01", "2026--01-01", "-2026-01-01", "2026-01-01-",
    ] {
      #expect(CityCalendar.day(text) == nil)
    }
  }
}

extension HoursWindow {
  fileprivate static func random(near time: Date, _ random: inout SplitMix64) -> HoursWindow {
    let today = Int(time.timeIntervalSince1970) / 86_400
    let quarter = { (random: inout SplitMix64) in Int.random(in: 0..<96, using: &random) * 15 }
    let days = Set((1...7).filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
    return HoursWindow(
      weekdays: days.isEmpty ? [1] : days, opens: quarter(&random), closes: quarter(&random),
      firstDay: Bool.random(using: &random) ? today : nil,
      lastDay: Bool.random(using: &random) ? today + 1 : nil)
  }
}
