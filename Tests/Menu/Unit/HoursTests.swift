import Foundation
import MenuTestSupport
import SyncTestSupport
import Testing

@testable import Menu

@Suite("Hours by the clock on the city's wall")
struct HoursTests {
  /// Whether a window is open according to the platform's calendar.
  private func isOpen(_ window: HoursWindow, _ time: Date, _ calendar: Calendar) -> Bool {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .weekday, .hour, .minute], from: time)
    let minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    let weekday = ((parts.weekday ?? 1) + 5) % 7 + 1
    let text = { (value: Int?, digits: Int) in
      String(repeating: "0", count: digits - "\(value ?? 0)".count) + "\(value ?? 0)"
    }
    let day =
      CityCalendar.day("\(text(parts.year, 4))-\(text(parts.month, 2))-\(text(parts.day, 2))") ?? 0
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
  func `Every minute of two days is open as the platform's calendar says`(zone: String, day: String)
    throws
  {
    let city = try #require(CityCalendar(timeZone: zone))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    var random = SplitMix64(seed: 7)
    let start = try Date.utc(day)
    for _ in 0..<12 {
      let window = HoursWindow.random(near: start, &random)
      // Descending, so that the next opening is known at each minute.
      var next: Date?
      for minute in (0..<2_880).reversed() {
        let time = start + Double(minute) * 60
        let open = isOpen(window, time, calendar)
        #expect(window.isOpen(at: city.moment(at: time)) == open)
        if open { next = time }
        if let next, minute.isMultiple(of: 97) {
          #expect(city.opening(of: [window], from: time) == next, "\(window) from \(time)")
        }
      }
    }
  }

  @Test func `A window across midnight belongs to the day on which it begins`() throws {
    let city = try #require(CityCalendar(timeZone: "Asia/Almaty"))
    // Fridays from 22:00 to 2:00.
    let window = try #require(
      HoursWindow(HoursRow(days: [5], opens: 1_320, closes: 120, from: nil, until: nil)))
    for (time, isOpen) in [
      ("2026-11-27T16:59:59Z", false), ("2026-11-27T17:00:00Z", true),
      ("2026-11-27T20:59:59Z", true), ("2026-11-27T21:00:00Z", false),
      ("2026-11-26T20:00:00Z", false),
    ] {
      #expect(window.isOpen(at: city.moment(at: try .utc(time))) == isOpen, "\(time)")
    }
  }

  @Test func `a window that closes at the minute at which it opens lasts a day`() throws {
    let city = try #require(CityCalendar(timeZone: "Asia/Almaty"))
    // From Friday at 10:00 to Saturday at 10:00.
    let window = try #require(
      HoursWindow(HoursRow(days: [5], opens: 600, closes: 600, from: nil, until: nil)))
    for (time, isOpen) in [
      ("2026-11-27T04:59:59Z", false), ("2026-11-27T05:00:00Z", true),
      ("2026-11-28T04:59:59Z", true), ("2026-11-28T05:00:00Z", false),
    ] {
      #expect(window.isOpen(at: city.moment(at: try .utc(time))) == isOpen, "\(time)")
    }
  }

  @Test
  func `A night across a clock change begins and ends by the clock on the wall, once`() throws {
    // Saturdays from 22:00 to 3:30, in Belgrade.
    let text = SampleMenu.text().replacing(
      #""days":[1,2,3,4,5],"opens":420,"closes":660"#,
      with: #""days":[6],"opens":1320,"closes":210"#)
    let menu = try MenuSnapshot(json: Data(text.utf8))
    func absence(_ time: String) throws -> Unavailability? {
      try menu.at(.utc(time), in: "Europe/Belgrade").unavailability(of: .product("porridge"))
    }
    // The night is an hour shorter in spring and an hour longer in autumn.
    for (time, returns) in [
      ("2026-03-28T20:59:59Z", "2026-03-28T21:00:00Z"), ("2026-03-28T21:00:00Z", nil),
      ("2026-03-29T00:59:59Z", nil), ("2026-03-29T01:29:59Z", nil),
      ("2026-03-29T01:30:00Z", "2026-04-04T20:00:00Z"),
      ("2026-10-24T19:59:59Z", "2026-10-24T20:00:00Z"), ("2026-10-25T00:30:00Z", nil),
      ("2026-10-25T01:30:00Z", nil), ("2026-10-25T02:29:59Z", nil),
      ("2026-10-25T02:30:00Z", "2026-10-31T21:00:00Z"),
    ] {
      let absence = try absence(time)
      #expect(try absence?.returns == returns.map(Date.utc), "\(time)")
      #expect((absence == nil) == (returns == nil), "\(time)")
    }
  }

  @Test func `A window that a clock change leaves out returns a week later`() throws {
    let city = try #require(CityCalendar(timeZone: "Europe/Belgrade"))
    let window = try #require(
      HoursWindow(HoursRow(days: [7], opens: 135, closes: 165, from: nil, until: nil)))
    let saturday = try Date.utc("2026-03-28T12:00:00Z")
    #expect(try city.opening(of: [window], from: saturday) == .utc("2026-04-05T00:15:00Z"))
  }

  @Test(arguments: [
    ("Europe/Belgrade", "2026-03-29", "2026-03-01T00:00:00Z", "2026-03-29T01:00:00Z"),
    ("Europe/Belgrade", "2026-03-29", "2026-03-28T00:59:59Z", "2026-03-29T01:00:00Z"),
    ("Europe/Belgrade", "2026-03-29", "2026-03-28T01:00:00Z", "2026-03-29T01:00:00Z"),
    ("Pacific/Auckland", "2026-09-27", "2026-09-01T00:00:00Z", "2026-09-26T14:00:00Z"),
  ])
  func `a window whose opening a clock change skips opens at the change, also on its first day`(
    zone: String, first: String, from: String, opening: String
  ) throws {
    let city = try #require(CityCalendar(timeZone: zone))
    // Sundays from 2:30 to 5:00; on one of them the clock goes from 2:00 to 3:00.
    let window = try #require(
      HoursWindow(HoursRow(days: [7], opens: 150, closes: 300, from: first, until: nil)))
    #expect(try city.opening(of: [window], from: .utc(from)) == .utc(opening))
  }

  @Test func `Hours of a season return with it, and after its last day never`() throws {
    let city = try #require(CityCalendar(timeZone: "Asia/Almaty"))
    let window = try #require(
      HoursWindow(
        HoursRow(
          days: [1, 2, 3, 4, 5, 6, 7], opens: 600, closes: 1_200, from: "2027-06-01",
          until: "2027-06-02")))
    #expect(try city.opening(of: [window], from: .noon) == .utc("2027-06-01T05:00:00Z"))
    #expect(
      try city.opening(of: [window], from: .utc("2027-06-01T16:00:00Z"))
        == .utc("2027-06-02T05:00:00Z"))
    #expect(try city.opening(of: [window], from: .utc("2027-06-02T15:00:00Z")) == nil)
  }

  @Test func `hours of a day that is thousands of years away are found`() throws {
    let city = try #require(CityCalendar(timeZone: "Asia/Almaty"))
    let window = try #require(
      HoursWindow(
        HoursRow(
          days: [1, 2, 3, 4, 5, 6, 7], opens: 600, closes: 1_200, from: "9999-06-01",
          until: "9999-06-01")))
    #expect(try city.opening(of: [window], from: .noon) == .utc("9999-06-01T05:00:00Z"))
  }

  @Test(arguments: [-.infinity, .infinity, .nan, 1e300, -1e300, 1e11])
  func `No date makes it trap`(_ seconds: Double) throws {
    let city = try #require(CityCalendar(timeZone: "Europe/Belgrade"))
    let window = HoursWindow(
      weekdays: [3], opens: 0, closes: 0, firstDay: CityCalendar.day("9999-12-31"), lastDay: nil)
    _ = city.opening(of: [window], from: Date(timeIntervalSince1970: seconds))
  }

  @Test func `Days are counted as the calendar does, and what is no day is none`() throws {
    for (text, day) in [
      ("1970-01-01", 0), ("1972-02-29", 789), ("2000-02-29", 11_016), ("2001-01-01", 11_323),
      ("2025-01-01", 20_089), ("2026-05-31", 20_604), ("2026-07-31", 20_665),
      ("2026-08-31", 20_696), ("2026-11-21", 20_778), ("2100-03-01", 47_541),
      ("9999-12-31", 2_932_896),
    ] {
      #expect(CityCalendar.day(text) == day)
    }
    for text in [
      "2027-02-29", "1900-01-01", "2026-13-01", "2026-1-1", "+026-01-01", "", "2026-01-00",
      "2100-02-29", "1969-12-31", "2026-00-01", "2026-04-31", "2026-06-31", "2026-09-31",
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
