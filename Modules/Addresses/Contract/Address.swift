/// Where something is brought: a city, the form it was entered in, and what stands in its fields.
///
/// It is in one canonical order with tidied values, so two that say the same are equal. It knows its
/// fields, a field knows its type, and nothing knows the way back.
public struct Address: Sendable, Hashable, Codable {
  /// The number of the city that it is in.
  public let city: Int
  /// The form that it was entered in.
  public let template: AddressTemplate.ID
  /// What the user calls it, such as "Home"; empty when nothing.
  public let label: String
  /// What is filled in, each type once and none empty.
  public private(set) var fields: [AddressField]

  /// Makes an address; the order of the fields means nothing.
  ///
  /// Of a type that is given twice with different values both are kept in one field.
  public init(
    city: Int, template: AddressTemplate.ID, label: String = "", fields: [AddressField] = []
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

  /// The value of a field, empty when nothing is filled in; setting nothing clears it.
  public subscript(type: AddressFieldType) -> String {
    get { fields.first { $0.type == type }?.value ?? "" }
    set {
      self = Address(
        city: city, template: template, label: label,
        fields: fields.filter { $0.type != type } + [AddressField(type, newValue)])
    }
  }

  /// The same under another name.
  public func labelled(_ label: String) -> Address {
    Address(city: city, template: template, label: label, fields: fields)
  }

  /// Reads one and puts it into the canonical order, whoever wrote it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      city: try values.decode(Int.self, forKey: .city),
      template: try values.decode(AddressTemplate.ID.self, forKey: .template),
      label: try values.decode(String.self, forKey: .label),
      fields: try values.decode([AddressField].self, forKey: .fields))
  }
}
