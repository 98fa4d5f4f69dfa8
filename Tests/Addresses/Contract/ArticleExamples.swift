import Addresses
import Foundation
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func observe(
  _ environment: FeatureEnvironment, in group: inout ThrowingTaskGroup<Void, any Error>,
  list: any View, badge: any View
) async throws {
  let book = AddressesFactory.makeBook(in: environment, templates: try .bundled())

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
