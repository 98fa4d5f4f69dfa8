/// Daily hours of sale, in the city's local time.
struct HoursWindow: Sendable, Hashable {
  /// Days on which the window begins, from 1 for Monday to 7 for Sunday; never empty.
  let weekdays: Set<Int>
  /// Beginning, in minutes since midnight.
  let opens: Int
  /// End, in minutes since midnight; a value up to ``opens`` refers to the next day.
  let closes: Int
  /// First day on which the window begins, in days since 1970-01-01; `nil` if unlimited.
  let firstDay: Int?
  /// Last day on which the window begins, in days since 1970-01-01; `nil` if unlimited.
  let lastDay: Int?
}
