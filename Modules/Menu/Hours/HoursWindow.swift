/// When something is to be had, by the clock on the city's wall.
struct HoursWindow: Sendable, Hashable {
  /// The days on which it begins, 1 for Monday to 7 for Sunday; never empty.
  let weekdays: Set<Int>
  /// When it begins, in minutes after midnight.
  let opens: Int
  /// When it ends; at or before ``opens`` it means the next day.
  let closes: Int
  /// The first day on which it begins, in days since 1970-01-01; `nil` for no first one.
  let firstDay: Int?
  /// The last day on which it begins, in days since 1970-01-01; `nil` for no last one.
  let lastDay: Int?
}
