/// The hours in which an item is sold, and the days on which they apply, in the city's local time.
struct HoursWindow: Sendable, Hashable {
  /// Days on which the window begins, from 1 for Monday to 7 for Sunday; never empty.
  let weekdays: Set<Int>
  /// Beginning of the window, in minutes since midnight.
  let opens: Int
  /// End of the window, in minutes since midnight.
  ///
  /// If the end is not after ``opens``, the window ends on the next day.
  let closes: Int
  /// First day on which the window can begin, in days since 1970-01-01; `nil` if there is no limit.
  let firstDay: Int?
  /// Last day on which the window can begin, in days since 1970-01-01; `nil` if there is no limit.
  let lastDay: Int?
}

extension HoursWindow {
  /// Creates the hours of a row; `nil` if a day, a minute or a date of it is out of range.
  init?(_ row: HoursRow) {
    let days = Set(row.days)
    let (first, last) = (row.from.map(CityCalendar.day), row.until.map(CityCalendar.day))
    guard !days.isEmpty, days.isSubset(of: 1...7), (0..<1440).contains(row.opens),
      (0...1440).contains(row.closes), first != .some(nil), last != .some(nil),
      (first ?? nil) ?? .min <= (last ?? nil) ?? .max
    else { return nil }
    self.init(
      weekdays: days, opens: row.opens, closes: row.closes, firstDay: first ?? nil,
      lastDay: last ?? nil)
  }

  /// Whether a local time is within this window.
  func isOpen(at localTime: CityCalendar.Moment) -> Bool {
    if closes > opens {
      return begins(on: localTime.day) && (opens..<closes).contains(localTime.minute)
    }
    return begins(on: localTime.day) && localTime.minute >= opens
      || begins(on: localTime.day - 1) && localTime.minute < closes
  }

  private func begins(on day: Int) -> Bool {
    weekdays.contains(CityCalendar.Moment.weekday(day))
      && firstDay ?? .min <= day && day <= lastDay ?? .max
  }
}

extension [HoursWindow] {
  /// Whether an item with these hours of sale is sold at a local time.
  ///
  /// An item without hours of sale is always sold.
  func areOpen(at localTime: CityCalendar.Moment) -> Bool {
    isEmpty || contains { $0.isOpen(at: localTime) }
  }
}
