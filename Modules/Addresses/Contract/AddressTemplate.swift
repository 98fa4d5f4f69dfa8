/// The form that addresses of a country are entered in: data, not code.
public struct AddressTemplate: Sendable, Hashable, Identifiable {
  /// Names a template; a country's has the country's ISO 3166-1 code.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The name.
    public let rawValue: String
    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A field that is asked for.
  public struct Field: Sendable, Hashable {
    /// What it says.
    public let type: AddressFieldType
    /// Whether it has to be filled in.
    public let need: Need
    /// What may be filled in.
    public let form: Form
    /// The most Unicode scalars that it takes.
    public let limit: Int
  }

  /// Whether a field has to be filled in.
  public enum Need: Sendable, Hashable {
    /// It has.
    case required
    /// It need not.
    case optional
    /// It has, unless the other is.
    case requiredWithout(AddressFieldType)
  }

  /// What may be filled in.
  public enum Form: Sendable, Hashable {
    /// Whatever can be printed.
    case text
    /// Letters, digits and what stands between them, usually with a digit: a house.
    case number
    /// The same, often without a digit: an entrance.
    case unit
    /// What a door's keys have on them.
    case code
    /// A telephone number.
    case phone
    /// One of these masks, in which `#` is any digit and `@` any letter; spaces are not counted.
    case pattern([String], example: String)
    /// One of these words.
    case choice([String])
  }

  /// Which one it is.
  public let id: ID
  /// Grows with each change of it.
  public let revision: Int
  /// What is asked for, in the order of the form.
  public let fields: [Field]
  let lines: [Line]
}

/// The templates that an app knows.
public struct AddressTemplates: Sendable, Hashable {
  /// All of them, by their ids.
  public let all: [AddressTemplate]
  private let places: [AddressTemplate.ID: Int]

  /// Reads templates, such as newer ones than the app was shipped with.
  ///
  /// - Throws: ``AddressError/badTemplates(_:)``, which names the template and what is wrong with it.
  public init(json: some Sequence<UInt8>) throws(AddressError) {
    all = try Self.read(Array(json))
    places = Dictionary(all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// Reads the templates of 25 countries that this module brings along.
  ///
  /// - Throws: ``AddressError/badTemplates(_:)`` when the app was built without them.
  public static func bundled() throws(AddressError) -> AddressTemplates {
    try AddressTemplates(json: bundledJSON())
  }

  /// The template of this name, if it is known.
  public subscript(id: AddressTemplate.ID) -> AddressTemplate? { places[id].map { all[$0] } }
}
