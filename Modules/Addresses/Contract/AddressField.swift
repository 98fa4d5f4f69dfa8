/// A field of an address: a type, such as the house, and a value.
public struct AddressField: Sendable, Hashable, Codable {
  /// The type, such as `house`; an address has at most one field of each type.
  public let type: AddressFieldType
  /// The normalized value: in composed Unicode form, without invisible marks, with characters of the usual
  /// width, and with single spaces between words.
  public let value: String

  /// Creates a field of this type from the text of its value, and normalizes the text.
  public init(_ type: AddressFieldType, _ value: String) {
    self.type = type
    self.value = value.tidied
  }

  /// Decodes a field and normalizes its value.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(AddressFieldType.self, forKey: .type),
      try values.decode(String.self, forKey: .value))
  }
}
