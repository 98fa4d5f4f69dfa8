/// The response with all addresses of the user.
public struct AddressListView: Codable, Sendable, Equatable {
  /// A counter that grows with each change of an address.
  public let revision: Int
  /// The addresses in the order of creation.
  public let addresses: [AddressView]
}

/// An address in the wire format.
public struct AddressView: Codable, Sendable, Equatable {
  /// The part of an address that the user enters.
  public struct Content: Codable, Sendable, Equatable {
    /// A field of an address.
    public struct Field: Codable, Sendable, Equatable {
      /// The field's type, such as `street`, and its value.
      public let type, value: String

      /// Creates a field from its type, such as `street`, and its value.
      public init(_ type: String, _ value: String) {
        self.type = type
        self.value = value
      }
    }

    /// The city's id.
    public let city: Int
    /// The id of the form in which the address was entered: a country code, such as `KZ`.
    public let template: String
    /// The user's name for the address, such as `Home`; may be empty.
    public let label: String
    /// The fields of the form that have a value, with their values.
    public let fields: [Field]

    /// Creates the content of an address; `city` is the city's id, `template` a country code.
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
    /// The description of the problem for the user.
    public let reason: String
  }

  /// The address's id at the server.
  public let id: String
  /// The ids of the app's operations that created the address.
  ///
  /// There are several if the server has merged addresses of the same place.
  public let origins: [String]
  /// The part of the address that the user entered.
  public let address: Content
  /// The time of the last use, in milliseconds since 1970.
  public let used: Int64
  /// Whether the address is the default of its city.
  public let isDefault: Bool
  /// The problem with delivery to the address; `nil` if the server delivers to it.
  public let problem: Problem?
}
