import Commerce
import Foundation

/// A conversion between times and the local days and minutes of a city.
///
/// Foundation provides the offset from UTC. This type computes the days and minutes from the offset.
/// Foundation's calendar is not used for two reasons. It is slower, because each of its queries takes a
/// microsecond. It also cannot handle hours that a clock change skips or repeats.
struct CityCalendar: Sendable {
  private let zone: TimeZone

  init?(timeZone name: String) {
    guard let zone = TimeZone(named: name) else { return nil }
    self.zone = zone
  }

  /// A local day and a minute of the day.
  struct Moment: Sendable {
    /// Days since 1970-01-01.
    let day: Int
    /// Minutes since midnight.
    let minute: Int

    /// Splits local seconds since 1970 into a day and a minute.
    init(seconds: Int) {
      day = Int(floor(Double(seconds) / 86_400))
      minute = (seconds - day * 86_400) / 60
    }

    /// Returns the weekday of a day, from 1 for Monday to 7 for Sunday.
    ///
    /// `day` is the number of days since 1970-01-01, which was a Thursday.
    static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 + 1 }
  }

  func moment(at time: Date) -> Moment {
    let seconds = Self.seconds(time)
    return Moment(seconds: seconds + offset(at: seconds))
  }

  /// Returns the first time, at or after `time`, at which one of the windows is open.
  ///
  /// Returns `nil` if there is no such time.
  func opening(of windows: [HoursWindow], from time: Date) -> Date? {
    let start = Self.seconds(time)
    if windows.areOpen(at: moment(at: time)) { return time }
    var first: Int?
    for window in windows {
      // The search begins one day before the window's first day, because the local day may begin
      // earlier than in UTC.
      let from = max(start, window.firstDay.map { ($0 - 1) * 86_400 } ?? start)
      // A clock change may skip a weekly window once. Therefore the search covers two weeks and two
      // days.
      for candidate in candidates(of: window, from: from, to: from + 16 * 86_400)
      where candidate > start && candidate < first ?? .max {
        let localTime = Moment(seconds: candidate + offset(at: candidate))
        if window.isOpen(at: localTime) { first = candidate }
      }
    }
    return first.map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Returns the times to check in a search for the opening of a window, in seconds since 1970.
  ///
  /// The result contains the local opening time of each day from `start` to `end`, converted to UTC. It
  /// also contains `start` and each clock change, because a window can begin to be open then. If the
  /// clock changes, the opening times are converted with the offset before the change, and again with
  /// the offset after it. So some results are not openings, or lie outside the search. The caller has to
  /// check each of them.
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

  /// Returns the time of the clock change between two times, in seconds since 1970.
  ///
  /// The result is the first second at which the offset from UTC is the same as at `later`.
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

  /// Returns the seconds since 1970, limited to a range in which no calculation overflows.
  private static func seconds(_ time: Date) -> Int {
    let seconds = time.timeIntervalSince1970
    return seconds.isNaN ? 0 : Int(floor(min(max(seconds, -1e11), 1e11)))
  }
}

extension CityCalendar {
  /// Returns a date such as `2026-03-29` as days since 1970-01-01; `nil` if it is invalid.
  static func day(_ text: String) -> Int? {
    let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    // The platform also accepts texts that name no day of the calendar.
    do {
      let date = try style.parse(text)
      guard style.format(date) == text else { return nil }
      return Moment(seconds: Int(date.timeIntervalSince1970)).day
    } catch { return nil }
  }
}
