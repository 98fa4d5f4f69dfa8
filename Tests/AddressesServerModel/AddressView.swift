/// What the server answers with: all addresses of the user.
public struct AddressListView: Codable, Sendable, Equatable {
  /// Grows with each change.
  public let revision: Int
  /// The addresses, in the order in which they were made.
  public let addresses: [AddressView]
}

/// An address as it is on the wire.
public struct AddressView: Codable, Sendable, Equatable {
  /// What it says.
  public struct Content: Codable, Sendable, Equatable {
    /// One of its fields.
    public struct Field: Codable, Sendable, Equatable {
      /// What the field says.
      public let type: String
      /// The value.
      public let value: String

      /// Says something.
      public init(_ type: String, _ value: String) {
        self.type = type
        self.value = value
      }
    }

    /// The number of the city.
    public let city: Int
    /// The form it was entered in.
    public let template: String
    /// What the user calls it.
    public let label: String
    /// What is filled in.
    public let fields: [Field]

    /// Makes a content.
    public init(city: Int, template: String, label: String = "", fields: [Field]) {
      self.city = city
      self.template = template
      self.label = label
      self.fields = fields
    }

    /// The value of a field, or nothing.
    public subscript(type: String) -> String { fields.first { $0.type == type }?.value ?? "" }
  }

  /// Something that the server has against it.
  public struct Problem: Codable, Sendable, Equatable {
    /// What, in a word for programs.
    public let code: String
    /// The same for people.
    public let reason: String
  }

  /// The server's name for it.
  public let id: String
  /// The operations that made it.
  public let origins: [String]
  /// What it says.
  public let address: Content
  /// When it was used last, in milliseconds since 1970.
  public let used: Int64
  /// Whether it is the default of its city.
  public let isDefault: Bool
  /// What speaks against it, if anything does.
  public let problem: Problem?
}
