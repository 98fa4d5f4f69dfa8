/// The template of a country's address form: which fields it has and which values they allow.
public struct AddressTemplate: Sendable, Hashable, Identifiable {
  /// The name of a template, which is usually the ISO 3166-1 code of the country.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The name, such as `KZ`, as it is stored and sent.
    public let rawValue: String
    /// Creates an id from the name of a template, such as `KZ`.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A field of a form: the type of its values, whether one is required, and the allowed values.
  public struct Field: Sendable, Hashable {
    /// The type of the values; a template has at most one field of each type.
    public let type: AddressFieldType
    /// Whether a value is required, which may depend on another field.
    public let need: Need
    /// The allowed values, by which an app selects a keyboard, a picker or a mask.
    public let form: Form
    /// The maximum length of a value, in Unicode scalars, 1 to 1,000.
    let limit: Int
    /// The words of the form that users type along with a value.
    let words: FormWords
    /// The other names of the choices, as their parts without spaces.
    let aliases: [String: String]
  }

  /// Whether a field requires a value.
  public enum Need: Sendable, Hashable {
    /// A value is required.
    case required
    /// The field may be empty.
    case optional
    /// A value is required if this other field is empty.
    case requiredWithout(AddressFieldType)
  }

  /// The allowed values of a field.
  public enum Form: Sendable, Hashable {
    /// Any printable text.
    case text
    /// Letters, digits and common separators, for a house number; a value without a digit causes a
    /// warning.
    case number
    /// Letters, digits and common separators, for an entrance.
    case unit
    /// Letters, digits and the symbols of a door keypad.
    case code
    /// Digits and common separators, for a telephone number.
    case phone
    /// A value that matches one of the masks; `example` is such a value.
    ///
    /// In a mask, `#` stands for a digit and `@` for a Latin letter. Spaces and dashes are ignored.
    case pattern([String], example: String)
    /// One of these values, from which the user chooses.
    case choice([String])
  }

  /// The name that an ``Address`` stores to be validated by this template.
  public let id: ID
  /// The revision of the template, which increases with each change.
  public let revision: Int
  /// The fields, in display order; at least one.
  public let fields: [Field]
  /// The lines in the language of the country.
  let lines: [Line]
  /// The lines in other languages, by the language's code.
  let translations: [String: [Line]]
  /// The letters, and the pairs of letters, that differ from their usual uppercase letters, or that are
  /// written as others, when places are compared; see ``AddressTemplates/place(of:)``.
  let letters: [String: String]
}

extension AddressTemplate {
  /// The id of the bundled template for countries without a template of their own.
  ///
  /// Its fields allow addresses of any country.
  public static let general = ID(rawValue: "ZZ")

  /// Returns an address as the form writes it.
  ///
  /// - Words of the form that were typed along with a value are removed: `кв. 7` becomes `7`. A word
  ///   such as `office` is not the same as `flat`, and stays.
  /// - A value with a mask gets the spaces and the capitals of the mask, and loses the code of the
  ///   country and the name of a town: `D-10115 Berlin` becomes `10115`.
  /// - A choice gets the spelling of the form.
  /// - Numbers lose quotes, and get `1/2` for `½` and `/` for `\`. The sign of a floor becomes a hyphen,
  ///   and the digits of other scripts become 0 to 9.
  /// - Other texts lose a comma at their ends.
  /// - A house keeps a word of the form at its end that may belong to a name, as in `2 Park House`.
  ///
  /// An address that is already normalized stays the same. An ``AddressBook`` normalizes each address
  /// that it stores; ``check(_:)`` and ``lines(of:in:)`` normalize theirs.
  ///
  /// ```swift
  /// form[.apartment].text = template.normalized(draft)[.apartment]
  /// ```
  public func normalized(_ address: Address) -> Address {
    let values = address.fields.map { field in
      let value = fields.first { $0.type == field.type }?.normalized(field.value) ?? field.value
      return value == field.value ? field : AddressField(field.type, value)
    }
    guard values != address.fields else { return address }
    return Address(
      city: address.city, template: address.template, label: address.label, fields: values)
  }

  /// Returns all problems of an address.
  ///
  /// The first ones are the problems of the template's fields, in display order. The problems of other
  /// fields and of the label follow.
  ///
  /// This is a pure function. The sequence of the address's fields has no effect.
  ///
  /// ```swift
  /// let check = template.check(draft)
  /// for problem in check.errors { form[problem.field].show(problem.issue) }
  /// saveButton.isEnabled = check.isAcceptable
  /// ```
  public func check(_ address: Address) -> AddressCheck {
    checkNormalized(normalized(address))
  }

  func checkNormalized(_ address: Address) -> AddressCheck {
    var check = AddressCheck()
    for field in fields { field.check(address, &check) }
    for field in address.fields where !asks(for: field.type) {
      check.warnings.append(AddressProblem(field.type, .notAsked))
      AddressTemplate.checkPrinting(field, &check)
    }
    AddressTemplate.checkLabel(address, &check)
    return check
  }

  /// Returns the lines of the address in the usual format of its country.
  ///
  /// Values of fields that the template does not have are in the last line, so that the courier sees all
  /// values.
  ///
  /// ```swift
  /// preview.text = template.lines(of: draft, in: language).joined(separator: "\n")
  /// ```
  ///
  /// - Parameters:
  ///   - address: The address, which is normalized first.
  ///   - language: The BCP 47 code of the language of the words between the values, such as `flat`. For
  ///     `nil`, and for a language that the template does not have, it is the language of the country.
  /// - Returns: The lines that are not empty.
  public func lines(of address: Address, in language: String? = nil) -> [String] {
    linesOfNormalized(normalized(address), in: language)
  }

  func linesOfNormalized(_ address: Address, in language: String?) -> [String] {
    let left = address.fields.filter { !asks(for: $0.type) }.map(\.value)
    let translation = language.flatMap { code in
      translations[code] ?? translations[String(code.prefix { $0 != "-" })]
    }
    let lines = (translation ?? lines).map { $0.text(of: address, fields) }
    return (lines + [left.joined(separator: ", ")]).filter { !$0.isEmpty }
  }

  private func asks(for type: AddressFieldType) -> Bool { fields.contains { $0.type == type } }
}
