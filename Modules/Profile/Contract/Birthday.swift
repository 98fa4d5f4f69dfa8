/// A date of birth in the Gregorian calendar, without a time zone.
public struct Birthday: Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 1900 to 2200.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to the length of the month.
  public let day: Int

  /// Creates a date; returns `nil` if it does not exist in the calendar, or for an unsupported year.
  ///
  /// The years 1900 to 2200 are supported. `month` and `day` count from 1.
  public init?(year: Int, month: Int, day: Int) {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1900...2200).contains(year), lengths.indices.contains(month - 1),
      (1...lengths[month - 1]).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a date from its ISO 8601 form, such as `1990-05-01`; returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Decodes the ISO 8601 form, such as `1990-05-01`; throws a `DecodingError` for any other text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Birthday(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date of birth")
    }
    self = date
  }

  /// Encodes the ISO 8601 form, such as `1990-05-01`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The ISO 8601 form, such as `1990-05-01`.
  public var description: String {
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(year)-\(digits(month))-\(digits(day))"
  }

  /// Whether the first date of birth is earlier, which is that of the older person.
  public static func < (first: Birthday, second: Birthday) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }
}
