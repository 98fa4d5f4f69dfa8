extension CityCalendar {
  /// Returns a date such as `2026-03-29` as days since 1970-01-01; `nil` if it is invalid.
  static func day(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
      let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2]),
      (1970...9999).contains(year),
      (1...12).contains(month), (1...length(ofMonth: month, year)).contains(day)
    else { return nil }
    let before = (1..<month).reduce(0) { $0 + length(ofMonth: $1, year) }
    let leapDays = { (year: Int) in year / 4 - year / 100 + year / 400 }
    return (year - 1970) * 365 + leapDays(year - 1) - leapDays(1969) + before + day - 1
  }

  /// Returns the value of decimal digits; `nil` for other text, including a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension HoursWindow {
  /// Whether a local time is within this window.
  func isOpen(at wall: CityCalendar.Moment) -> Bool {
    if closes > opens { return begins(on: wall.day) && (opens..<closes).contains(wall.minute) }
    return begins(on: wall.day) && wall.minute >= opens
      || begins(on: wall.day - 1) && wall.minute < closes
  }

  private func begins(on day: Int) -> Bool {
    weekdays.contains(CityCalendar.Moment.weekday(day))
      && firstDay ?? .min <= day && day <= lastDay ?? .max
  }
}

extension [HoursWindow] {
  /// Whether any window contains a local time; an empty list is always open.
  func areOpen(at wall: CityCalendar.Moment) -> Bool {
    isEmpty || contains { $0.isOpen(at: wall) }
  }
}
