import Addresses
import Commerce

/// A form in which the user enters an address.
struct AddressForm {
  /// The id of the saved address that is edited; `nil` for a new address.
  let id: SavedAddress.ID?
  let template: AddressTemplate
  private let city: CityID
  private var values: [AddressFieldType: String]

  /// Creates a form with the values of `saved`, or an empty form for `nil`.
  init(_ template: AddressTemplate, city: CityID, of saved: SavedAddress? = nil) {
    id = saved?.id
    self.template = template
    self.city = city
    values = [AddressProblem.label: saved?.address.label ?? ""]
    for field in saved?.address.fields ?? [] { values[field.type] = field.value }
  }

  /// The fields: those of the template, other ones with a value, and the label.
  ///
  /// A saved address can have values in fields that a newer template no longer contains.
  var fields: [AddressFieldType] {
    let asked = template.fields.map(\.type)
    let kept = values.keys.filter { !asked.contains($0) && $0 != AddressProblem.label }
    return asked + kept.sorted { $0.rawValue < $1.rawValue } + [AddressProblem.label]
  }

  subscript(field: AddressFieldType) -> String {
    get { values[field] ?? "" }
    set { values[field] = newValue }
  }

  var address: Address {
    Address(
      city: city, template: template.id, label: self[AddressProblem.label],
      fields: values.filter { $0.key != AddressProblem.label }
        .map { AddressField($0.key, $0.value) })
  }

  /// The mark beside the name of a field; see ``AddressTemplate/Need/mark``.
  func mark(of field: AddressFieldType) -> String {
    template.fields.first { $0.type == field }?.need.mark ?? ""
  }

  /// The values from which the user chooses that of a field; empty if the field has none.
  func choices(of field: AddressFieldType) -> [String] {
    guard case .choice(let choices)? = template.fields.first(where: { $0.type == field })?.form
    else { return [] }
    return choices
  }

  /// Sets a field to the choice `step` places after the current one, if the field has choices.
  mutating func choose(_ field: AddressFieldType, by step: Int) {
    let choices = choices(of: field)
    guard let first = choices.first else { return }
    let index = choices.firstIndex(of: self[field])
    self[field] = index.map { choices[($0 + step + choices.count) % choices.count] } ?? first
  }
}

extension AddressTemplate.Need {
  /// The mark of a field that must not be empty; in parentheses if another one may be filled in instead.
  var mark: String {
    switch self {
    case .required: "*"
    case .requiredWithout: "(*)"
    case .optional: ""
    }
  }
}
