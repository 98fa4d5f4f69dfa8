import AddressesServerModel

/// A change of addresses that was made: what a test compares with.
struct MadeAddressChange: Encodable, Sendable {
  let revision: Int
  let method: String
  let path: String
  /// The addresses that are otherwise than before it, as they are after it.
  let changed: [AddressView]

  /// Compares what was there; `nil` when nothing was changed.
  init?(_ request: AppRequest, _ before: AddressListView, _ after: AddressListView) {
    guard after.revision > before.revision else { return nil }
    revision = after.revision
    (method, path) = (request.method, request.path)
    changed = after.addresses.filter { !before.addresses.contains($0) }
  }
}
