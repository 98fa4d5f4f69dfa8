public import Commerce

/// The content of an address: its city, its label, the filled-in fields, and the template of the form.
///
/// The fields are sorted and their values normalized, so two addresses with the same content are equal.
public struct Address: Sendable, Hashable, Codable {
  /// The city in which the address is; ``AddressBook/change(_:to:)`` accepts no other one.
  public let city: CityID
  /// The template by which the address is validated and formatted.
  public let template: AddressTemplate.ID
  /// The user's name for the address, such as "Home"; empty if there is none.
  public let label: String
  /// The filled-in fields, sorted by type; each type occurs once, and no value is empty.
  public private(set) var fields: [AddressField]

  /// Creates an address; the sequence of the fields has no effect.
  ///
  /// Several values of one type become one field. This field contains each value once; the values are
  /// sorted and separated by commas.
  ///
  /// ```swift
  /// var draft = Address(city: city, template: template.id, label: "Home")
  /// draft[.street] = "Abay"
  /// draft[.house] = "10"
  /// ```
  public init(
    city: CityID, template: AddressTemplate.ID, label: String = "", fields: [AddressField] = []
  ) {
    self.city = city
    self.template = template
    self.label = label.tidied
    self.fields = Dictionary(grouping: fields.filter { !$0.value.isEmpty }, by: \.type)
      .map { type, fields in
        AddressField(type, Set(fields.map(\.value)).sorted().joined(separator: ", "))
      }
      .sorted { $0.type.rawValue < $1.type.rawValue }
  }

  /// The value of a field, or an empty string if there is none; setting an empty string removes the
  /// field.
  public subscript(type: AddressFieldType) -> String {
    get { fields.first { $0.type == type }?.value ?? "" }
    set {
      self = Address(
        city: city, template: template, label: label,
        fields: fields.filter { $0.type != type } + [AddressField(type, newValue)])
    }
  }

  /// Returns a copy of this address with another label; an empty text removes the label.
  public func labeled(_ label: String) -> Address {
    Address(city: city, template: template, label: label, fields: fields)
  }

  /// Decodes an address, normalizes its values and sorts its fields.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      city: try values.decode(CityID.self, forKey: .city),
      template: try values.decode(AddressTemplate.ID.self, forKey: .template),
      label: try values.decode(String.self, forKey: .label),
      fields: try values.decode([AddressField].self, forKey: .fields))
  }
}
