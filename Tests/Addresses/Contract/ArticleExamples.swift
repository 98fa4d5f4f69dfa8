import Addresses
import Commerce
import Foundation
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func observe(
  _ environment: FeatureEnvironment, in group: inout ThrowingTaskGroup<Void, any Error>,
  list: any View, badge: any View
) async throws {
  let book = environment.makeAddressBook(templates: try .bundled())

  group.addTask { try await book.run() }

  for await state in book.states() {
    list.apply(state.addresses)
    badge.count = state.pending.count
  }
}

private func draw(_ template: AddressTemplate, _ draft: Address, in form: any View) {
  for field in template.fields {
    form.addRow(
      title: Bundle.main.localizedString(forKey: field.type.rawValue, value: nil, table: nil),
      isRequired: field.need == .required, value: draft[field.type])
  }
}

private func check(
  _ draft: Address, _ template: AddressTemplate, _ form: any View, _ saveButton: any View,
  _ preview: any View, in language: String
) {
  let check = template.check(draft)
  for problem in check.errors { form[problem.field].show(problem.issue) }
  saveButton.isEnabled = check.isAcceptable
  preview.text = template.lines(of: draft, in: language).joined(separator: "\n")
}

private func save(
  _ draft: Address, _ book: any AddressBook, _ form: any View, select: (SavedAddress.ID) -> Void,
  warn: () -> Void, alert: (AddressError) -> Void
) async {
  do throws(AddressError) {
    select(try await book.add(draft))
    if !book.state.sync.isDurable { warn() }
  } catch {
    switch error {
    case .invalid(let problems): form.show(problems)
    case .duplicate(of: let id): select(id)
    default: alert(error)
    }
  }
}

private func decide(
  _ state: AddressBookState, _ book: any AddressBook,
  ask: (ChangeRefusal<DeliveryRestriction>, Address?) async -> Decision
) async throws {
  for wait in state.pending {
    guard case .failed(let refusal) = wait.status else { continue }
    switch await ask(refusal, wait.wanted) {
    case .retry: try await book.retry(wait.id)
    case .discard: try await book.discard(wait.id)
    }
  }
}

private enum Decision {
  case retry, discard
}

private func fill(_ template: AddressTemplate, in city: CityID) -> Address {
  var draft = Address(city: city, template: template.id, label: "Home")
  draft[.street] = "Abay"
  draft[.house] = "10"
  return draft
}

private func add(_ draft: Address, to book: any AddressBook) async throws(AddressError) {
  let id = try await book.add(draft)
  try await book.makeDefault(id)
  try await book.change(id, to: draft.labeled("Home"))
  try await book.use(id)  // An order is delivered to it.
}

private func move(from guest: any AddressBook, to book: any AddressBook) async throws {
  for saved in guest.state.addresses + guest.state.elsewhere {
    try await book.adopt(saved.address, from: saved.id)
  }
}

private func correct(_ saved: SavedAddress, in book: any AddressBook) async throws(AddressError) {
  var moved = saved.address
  moved[.house] = "12"
  try await book.change(saved.id, to: moved)
}

private func removeClosed(
  _ state: AddressBookState, from book: any AddressBook
) async throws(AddressError) {
  for saved in state.addresses where saved.obstacle == .cityClosed {
    try await book.remove(saved.id)
  }
}

private func find(_ text: String, _ state: AddressBookState, in list: any View) {
  list.apply(text.isEmpty ? state.addresses : state.search(text))
}

private func choose() throws(AddressError) -> AddressTemplate? {
  let templates = try AddressTemplates.bundled()
  let template = templates[country: "KZ"]
  return template
}

private func read(_ file: URL) throws -> AddressTemplates {
  let templates = try AddressTemplates(json: Data(contentsOf: file))
  return templates
}

private func tidy(_ draft: Address, _ template: AddressTemplate, _ form: any View) {
  form[.apartment].text = template.normalized(draft)[.apartment]
}

/// A stand-in for the views of an app.
private protocol View: AnyObject {
  var text: String { get set }
  var count: Int { get set }
  var isEnabled: Bool { get set }
  subscript(field: AddressFieldType) -> any View { get }
  func addRow(title: String, isRequired: Bool, value: String)
  func apply(_ addresses: [SavedAddress])
  func show(_ issue: AddressProblem.Issue)
  func show(_ problems: [AddressProblem])
}
