import Foundation

/// The clock and the calendar on a city's wall.
///
/// Days and minutes are counted by hand, and only the offset is asked of the platform: a calendar of
/// the platform's takes a microsecond for each question, and says little about hours that a clock
/// change leaves out or repeats.
struct CityCalendar: Sendable {
  private let zone: TimeZone

  init?(timeZone name: String) {
    // The platform may read a name as far as a zero byte only.
    guard !name.utf8.contains(0), let zone = TimeZone(identifier: name) else { return nil }
    self.zone = zone
  }

  /// A minute on the wall.
  struct Moment: Sendable {
    /// In days since 1970-01-01.
    let day: Int
    /// In minutes after midnight.
    let minute: Int

    /// Takes seconds since 1970, as if the wall were in Greenwich.
    init(seconds: Int) {
      day = Int(floor(Double(seconds) / 86_400))
      minute = (seconds - day * 86_400) / 60
    }

    /// 1 for Monday to 7 for Sunday; the first day of 1970 was a Thursday.
    static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 + 1 }
  }

  func moment(at time: Date) -> Moment {
    let seconds = Self.seconds(time)
    return Moment(seconds: seconds + offset(at: seconds))
  }

  /// When one of the windows is first open from a time on; `nil` when none ever is again.
  func opening(of windows: [HoursWindow], from time: Date) -> Date? {
    let start = Self.seconds(time)
    if windows.areOpen(at: moment(at: time)) { return time }
    var first: Int?
    for window in windows {
      // A window that begins to count later is looked for from there, a day early for the zone.
      let from = max(start, window.firstDay.map { ($0 - 1) * 86_400 } ?? start)
      // Two weeks, because a clock change may leave a window out once.
      for candidate in candidates(of: window, from: from, to: from + 16 * 86_400)
      where candidate > start && candidate < first ?? .max {
        let wall = Moment(seconds: candidate + offset(at: candidate))
        if window.isOpen(at: wall) { first = candidate }
      }
    }
    return first.map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// The seconds at which a window may begin to be open: when it opens, by each offset of the time,
  /// and when the clocks are changed.
  private func candidates(of window: HoursWindow, from start: Int, to end: Int) -> [Int] {
    var changes = [start]
    for day in stride(from: start, to: end, by: 86_400) {
      let next = day + 86_400
      if offset(at: day) != offset(at: next) { changes.append(change(from: day, to: next)) }
    }
    return changes
      + changes.flatMap { change in
        let offset = offset(at: change)
        let today = Moment(seconds: start + offset).day
        return (today...(today + 17)).map { ($0 * 1_440 + window.opens) * 60 - offset }
      }
  }

  /// The first second with the offset of `later`.
  private func change(from earlier: Int, to later: Int) -> Int {
    var (low, high) = (earlier, later)
    let wanted = offset(at: later)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(at: middle) == wanted { high = middle } else { low = middle }
    }
    return high
  }

  private func offset(at seconds: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// No date is so far away that counting in it could overflow.
  private static func seconds(_ time: Date) -> Int {
    let seconds = time.timeIntervalSince1970
    return seconds.isNaN ? 0 : Int(floor(min(max(seconds, -1e11), 1e11)))
  }
}
