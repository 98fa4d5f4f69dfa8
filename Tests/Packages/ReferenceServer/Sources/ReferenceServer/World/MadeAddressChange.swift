import Sandbox

/// An applied change of addresses, for a test's comparison.
struct MadeAddressChange: Encodable, Sendable {
  let revision: Int
  let method: String
  let path: String
  /// The addresses that the change added or modified, in their new state.
  let changed: [AddressView]

  /// Compares the lists before and after a request; `nil` if nothing changed.
  init?(_ request: AppRequest, _ before: AddressListView, _ after: AddressListView) {
    guard after.revision > before.revision else { return nil }
    revision = after.revision
    (method, path) = (request.method, request.path)
    changed = after.addresses.filter { !before.addresses.contains($0) }
  }
}
