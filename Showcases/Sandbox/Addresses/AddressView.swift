/// The server's response: all addresses of the user.
public struct AddressListView: Codable, Sendable, Equatable {
  /// A revision that grows with each change.
  public let revision: Int
  /// The addresses in the order of creation.
  public let addresses: [AddressView]
}

/// An address in the wire format.
public struct AddressView: Codable, Sendable, Equatable {
  /// The content of an address.
  public struct Content: Codable, Sendable, Equatable {
    /// A field of an address.
    public struct Field: Codable, Sendable, Equatable {
      /// The field's type, such as `street`, and its value.
      public let type, value: String

      /// Creates a field.
      public init(_ type: String, _ value: String) {
        self.type = type
        self.value = value
      }
    }

    /// The city's ID.
    public let city: Int
    /// The template of the entry form.
    public let template: String
    /// The user's name for the address.
    public let label: String
    /// The filled fields.
    public let fields: [Field]

    /// Creates a content.
    public init(city: Int, template: String, label: String = "", fields: [Field]) {
      self.city = city
      self.template = template
      self.label = label
      self.fields = fields
    }

    /// The value of the first field of this type, or an empty string.
    public subscript(type: String) -> String { fields.first { $0.type == type }?.value ?? "" }
  }

  /// A problem with delivery to the address.
  public struct Problem: Codable, Sendable, Equatable {
    /// The machine-readable code.
    public let code: String
    /// The text for people.
    public let reason: String
  }

  /// The server's ID.
  public let id: String
  /// The operations that created the address; more than one if the server merged duplicates.
  public let origins: [String]
  /// The content.
  public let address: Content
  /// The time of the last use, in milliseconds since 1970.
  public let used: Int64
  /// Whether the address is the default of its city.
  public let isDefault: Bool
  /// The problem with delivery, if any.
  public let problem: Problem?
}
