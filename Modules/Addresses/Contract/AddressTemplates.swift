/// The templates of all address forms that this release can show.
///
/// ```swift
/// let templates = try AddressTemplates.bundled()
/// let template = templates[country: "KZ"]
/// ```
public struct AddressTemplates: Sendable, Equatable {
  private struct List: Sendable {
    var all: [AddressTemplate] = []
    var places: [AddressTemplate.ID: Int] = [:]

    init() {}

    init(_ json: [UInt8]) throws(AddressError) {
      all = try AddressTemplates.read(json)
      places = Dictionary(all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    }
  }

  /// The decoded bundled templates; empty if they are invalid, which a unit test excludes.
  private static let bundledList: List = {
    do throws(AddressError) { return try List(Array(bundledJSON())) } catch { return List() }
  }()

  /// `nil` for the bundled templates.
  private let decoded: List?

  /// No templates.
  static let none = AddressTemplates(List())

  private init(_ decoded: List?) { self.decoded = decoded }

  /// Decodes templates from a JSON document, for example from a new version of the bundled document.
  ///
  /// ```swift
  /// let templates = try AddressTemplates(json: Data(contentsOf: file))
  /// ```
  ///
  /// - Throws: ``AddressError/badTemplates(_:)`` with the problem, and with the name of an invalid
  ///   template.
  public init(json: some Sequence<UInt8>) throws(AddressError) {
    decoded = try List(Array(json))
  }

  /// Returns the bundled templates of 25 countries, and ``AddressTemplate/general``.
  ///
  /// They are decoded when the first of them is read, so that the launch of an app does not wait for the
  /// decoding.
  ///
  /// - Throws: ``AddressError/badTemplates(_:)`` if the bundled templates are missing.
  public static func bundled() throws(AddressError) -> AddressTemplates {
    _ = try bundledFile()
    return AddressTemplates(nil)
  }

  /// All templates, in the sequence of the JSON document from which they were decoded.
  public var all: [AddressTemplate] { list.all }

  private var list: List { decoded ?? Self.bundledList }

  /// Whether both values contain the same templates in the same sequence, bundled or decoded.
  public static func == (first: AddressTemplates, second: AddressTemplates) -> Bool {
    first.all == second.all
  }

  /// The template with this id; `nil` if there is none.
  public subscript(id: AddressTemplate.ID) -> AddressTemplate? {
    let list = list
    return list.places[id].map { list.all[$0] }
  }

  /// The template of a country, or ``AddressTemplate/general`` for a country without one.
  ///
  /// The value is `nil` if these templates do not contain the general one either.
  ///
  /// - Parameter country: The ISO 3166-1 code of the country.
  public subscript(country country: String) -> AddressTemplate? {
    self[AddressTemplate.ID(rawValue: country)] ?? self[AddressTemplate.general]
  }
}
