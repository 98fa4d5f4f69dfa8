import Addresses
import Networking
import ShowcaseKit

/// A form in which the user enters an address.
struct AddressForm {
  /// The ID of the saved address that is edited; `nil` for a new address.
  let id: SavedAddress.ID?
  let template: AddressTemplate
  let city: CityID
  private(set) var values: [AddressFieldType: String]
  private(set) var selected = 0

  /// Creates a form with the values of `saved`, or an empty form for `nil`.
  init(_ template: AddressTemplate, city: CityID, of saved: SavedAddress? = nil) {
    id = saved?.id
    self.template = template
    self.city = city
    values = [AddressProblem.label: saved?.address.label ?? ""]
    for field in saved?.address.fields ?? [] { values[field.type] = field.value }
  }

  /// The field of each row: the template's fields, other fields with a value, and the label.
  ///
  /// A saved address can have values in fields that a newer template no longer contains.
  var rows: [AddressFieldType] {
    let asked = template.fields.map(\.type)
    let kept = values.keys.filter { !asked.contains($0) && $0 != AddressProblem.label }
    return asked + kept.sorted { $0.rawValue < $1.rawValue } + [AddressProblem.label]
  }

  var address: Address {
    Address(
      city: city, template: template.id, label: values[AddressProblem.label] ?? "",
      fields: values.filter { $0.key != AddressProblem.label }
        .map { AddressField($0.key, $0.value) })
  }

  mutating func move(by step: Int) {
    selected = max(0, min(selected + step, rows.count - 1))
  }

  mutating func type(_ character: Character) {
    values[rows[selected], default: ""].append(character)
  }

  mutating func erase() {
    let row = rows[selected]
    values[row] = String((values[row] ?? "").dropLast())
  }

  /// Selects the choice `step` places after the current one, if the selected field has choices.
  mutating func choose(by step: Int) {
    let row = rows[selected]
    guard case .choice(let choices)? = template.fields.first(where: { $0.type == row })?.form
    else { return }
    let index = choices.firstIndex(of: values[row] ?? "")
    let next = index.map { ($0 + step + choices.count) % choices.count } ?? 0
    values[row] = choices[next]
  }

  /// Returns the lines of the form, with the problems beside their fields.
  func lines(in language: DemoLanguage) -> [StyledLine] {
    let check = template.check(address)
    let width = rows.map { DisplayWidth.of(language.name(of: $0)) }.max() ?? 0
    let fields = rows.enumerated().map { index, row -> StyledLine in
      let need = template.fields.first { $0.type == row }?.need ?? .optional
      let mark = need == .required ? "*" : need == .optional ? " " : "°"
      let name = DisplayWidth.fit(language.name(of: row), to: width) + mark
      var line =
        index == selected
        ? "\("› \(name)", .bold)  \(values[row] ?? "")\("▏", .cyan)" as StyledLine
        : StyledLine("  \(name)  \(values[row] ?? "")")
      // The error of an empty field is dimmed instead of red, because the user may still fill it in.
      for problem in check.errors where problem.field == row {
        let isEmpty = (values[row] ?? "").isEmpty
        line.append("  \(language.words(problem.issue))", isEmpty ? .dim : .red)
      }
      for problem in check.warnings where problem.field == row {
        line.append("  \(language.words(problem.issue))", .yellow)
      }
      return line
    }
    let shown = template.lines(of: address).map { StyledLine("  \($0)", .dim) }
    return fields + [""] + shown
  }
}
