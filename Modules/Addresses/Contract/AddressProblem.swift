/// A problem with one field of an address, with the data for a message to the user.
public struct AddressProblem: Sendable, Hashable {
  /// The kind of a problem, with the numbers or texts of its message.
  public enum Issue: Sendable, Hashable {
    /// The field is required, but empty.
    case missing
    /// The field and this other field are both empty; one of the two is required.
    case missingWithout(AddressFieldType)
    /// The value exceeds the limit by this number of Unicode scalars.
    case tooLong(by: Int, limit: Int)
    /// The value contains control characters or other characters that cannot be printed.
    case unprintable
    /// The value contains these characters, which the field does not allow.
    case unexpected(String)
    /// The value matches none of the field's patterns; `example` is a matching value.
    case unlike(example: String)
    /// The value is none of these choices.
    case notOneOf([String])
    /// The value contains no digit, which is unusual for a house number; this problem is a warning.
    case noDigit
    /// The template of the address does not have this field.
    ///
    /// This problem is a warning, because the value is still useful: couriers see it.
    case notAsked
  }

  /// The field with the problem; `label` if the problem is about the label of the address.
  public let field: AddressFieldType
  /// The problem, with the data of its message, such as the limit.
  public let issue: Issue

  /// The label of an address, which is not a field, but can have an ``AddressProblem``.
  public static let label = AddressFieldType(rawValue: "label")

  init(_ field: AddressFieldType, _ issue: Issue) {
    self.field = field
    self.issue = issue
  }
}
