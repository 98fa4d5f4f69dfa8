/// What there is to say about an address before it is kept: all of it at once.
public struct AddressCheck: Sendable, Hashable {
  /// What keeps it from being saved.
  public internal(set) var errors: [AddressProblem] = []
  /// What may be right and deserves a look.
  public internal(set) var warnings: [AddressProblem] = []

  /// Whether it can be saved.
  public var isAcceptable: Bool { errors.isEmpty }
}

/// What is wrong with one field of an address, with what the user needs to put it right.
public struct AddressProblem: Sendable, Hashable {
  /// What is wrong.
  public enum Issue: Sendable, Hashable {
    /// Nothing is filled in: fill it in.
    case missing
    /// Nothing is filled in here and there: fill in one of the two.
    case missingWithout(AddressFieldType)
    /// It has so many characters too many: shorten it.
    case tooLong(by: Int, limit: Int)
    /// It contains characters that cannot be printed: type it instead of pasting it.
    case unprintable
    /// It contains these characters, which this field has no use for: take them out.
    case unexpected(String)
    /// It does not look like this: enter it so, or nothing if it may be empty.
    case unlike(example: String)
    /// It is none of these: choose one.
    case notOneOf([String])
    /// There is no digit in it, as there nearly always is: see whether it is right.
    case noDigit
    /// The form does not ask for it any more: take it out, or leave it for the courier.
    case notAsked
  }

  /// The field that it is about; ``label`` for what the user calls the address.
  public let field: AddressFieldType
  /// What is wrong with it.
  public let issue: Issue

  /// In place of a field: what the user calls the address.
  public static let label = AddressFieldType(rawValue: "label")

  init(_ field: AddressFieldType, _ issue: Issue) {
    self.field = field
    self.issue = issue
  }
}
