#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The personal data of an account's user.
public struct UserProfile: Codable, Sendable, Hashable {
  /// The phone number with which the user signs in; `nil` if the account has none that can be read.
  ///
  /// A sign-in with another number changes the number. A ``ProfileEdit`` cannot change it.
  public var phone: PhoneNumber?
  /// The name; empty if the user has not entered one.
  public var name: String
  /// The date of birth; `nil` if the user has not entered one, or if it cannot be read.
  public var birthday: Birthday?
  /// Whether the user can no longer change the birthday.
  ///
  /// If the value is `true`, a change of the birthday throws ``ProfileError/birthdayFixed``.
  public var isBirthdayFixed: Bool
  /// The e-mail address; empty if the user has not entered one.
  public var email: String
  /// The BCP 47 code of the language of messages to the user; empty to use the app's language.
  public var language: String
  /// The consents that the user has given or withdrawn, at most one per kind: the latest decision.
  public var consents: [Consent]
  /// The collected bonuses, which only the service changes; `nil` if the account does not collect any.
  public var bonuses: BonusBalance?

  /// Creates a profile, for samples and tests; `language` is a BCP 47 code.
  public init(
    phone: PhoneNumber? = nil, name: String = "", birthday: Birthday? = nil,
    isBirthdayFixed: Bool = false, email: String = "", language: String = "",
    consents: [Consent] = [], bonuses: BonusBalance? = nil
  ) {
    self.phone = phone
    self.name = name
    self.birthday = birthday
    self.isBirthdayFixed = isBirthdayFixed
    self.email = email
    self.language = language
    self.consents = consents
    self.bonuses = bonuses
  }
}

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

  /// Whether the first date is earlier.
  public static func < (first: Birthday, second: Birthday) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }
}

/// A consent that the user has given or withdrawn.
///
/// ``time`` and ``textVersion`` are evidence of the decision.
///
/// ```swift
/// let consent = Consent(id: "marketing", isGiven: true, time: .now, textVersion: "3")
/// try await profile.apply(.consent(consent))
/// ```
public struct Consent: Codable, Sendable, Hashable, Identifiable {
  /// The service's name of the kind of consent, such as `marketing`.
  ///
  /// A profile has at most one consent of a kind.
  public let id: String
  /// Whether the consent was given; `false` if it was withdrawn.
  public let isGiven: Bool
  /// The time of the decision, in whole seconds.
  public let time: Date
  /// The version of the consent text that the user saw, such as `3`; an edit needs one.
  public let textVersion: String

  /// Creates a consent.
  ///
  /// - Parameters:
  ///   - id: The service's name of the kind of consent, such as `marketing`; an edit needs one.
  ///   - isGiven: Whether the consent was given; `false` if it was withdrawn.
  ///   - time: The time of the decision, which is rounded down to whole seconds.
  ///   - textVersion: The version of the consent text that the user saw.
  public init(id: String, isGiven: Bool, time: Date, textVersion: String) {
    self.id = id
    self.isGiven = isGiven
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.textVersion = textVersion
  }
}

/// An amount of bonuses in a unit that the service defines, such as points; bonuses are not money.
public struct BonusBalance: Codable, Sendable, Hashable {
  /// The amount of bonuses, as a whole number of ``unit``.
  public let amount: Int
  /// The service's name of the unit, such as `points`.
  public let unit: String

  /// Creates an amount in whole units; `unit` is the service's name of the unit, such as `points`.
  public init(amount: Int, unit: String) {
    self.amount = amount
    self.unit = unit
  }
}

/// A field of the profile that the user can change.
public enum ProfileField: Sendable, Hashable {
  /// The user's name.
  case name
  /// The user's date of birth.
  case birthday
  /// The user's e-mail address.
  case email
  /// The language of messages to the user.
  case language
  /// The consent of one kind; the text is the service's name of the kind, such as `marketing`.
  case consent(String)
}

/// A change of one field of the profile; ``ProfileEditor/apply(_:)`` refuses an invalid value.
public enum ProfileEdit: Codable, Sendable, Hashable {
  /// A new name of at most 100 characters, without control characters; an empty text removes the name.
  ///
  /// White space around the name is removed.
  case name(String)
  /// A date of birth that is not in the future; only possible while ``UserProfile/isBirthdayFixed`` is
  /// `false`.
  case birthday(Birthday)
  /// A new e-mail address of at most 254 bytes, such as `ada@example.com`; an empty text removes the address.
  ///
  /// White space around the address is removed.
  case email(String)
  /// The BCP 47 code of the language of messages to the user; empty to use the app's language.
  ///
  /// The code has at most 35 characters, which are ASCII letters, digits and dashes.
  case language(String)
  /// A consent that the user gives or withdraws.
  case consent(Consent)

  /// The changed field, which ``ProfileError/invalid(_:)`` names if the new value is invalid.
  public var field: ProfileField {
    switch self {
    case .name: .name
    case .birthday: .birthday
    case .email: .email
    case .language: .language
    case .consent(let consent): .consent(consent.id)
    }
  }
}

extension ProfileField: CustomStringConvertible {
  /// The name of the field in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .name: "name"
    case .birthday: "birthday"
    case .email: "e-mail"
    case .language: "language"
    case .consent: "consent"
    }
  }
}
