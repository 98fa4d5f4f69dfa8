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
