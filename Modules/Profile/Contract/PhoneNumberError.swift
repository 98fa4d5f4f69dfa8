/// The reason why a text is not a mobile number of a country.
public enum PhoneNumberError: Error, Sendable, Hashable {
  /// The text contains no digits.
  case empty
  /// The text contains a character that cannot be part of a number.
  case badCharacter(Character)
  /// The text has fewer digits than any mobile number of the country.
  case tooShort
  /// The text has more digits than any mobile number of the country.
  case tooLong
  /// The number belongs to another country, which may have the same calling code.
  case anotherCountry
  /// The number has a valid length, but is not a mobile number.
  case notMobile
}

extension PhoneNumberError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .empty: "enter a number"
    case .badCharacter(let character): "remove “\(character)” from the number"
    case .tooShort: "the number is too short"
    case .tooLong: "the number is too long"
    case .anotherCountry: "the number is of another country"
    case .notMobile: "this is no mobile number"
    }
  }
}
