import Networking
import Sync

/// The body of every successful response of the address service: all addresses of the user.
struct AddressDocument: Decodable, Sendable {
  /// An address; any part but the id may be unreadable.
  struct Row: Decodable, Sendable {
    @Text var id: String
    /// The ids of the operations that have created the address.
    ///
    /// There are several ids if two devices have created an address at the same place.
    let origins: Lossy<[String]>?
    let address: Lossy<Address>?
    let used: Lossy<Int64>?
    let isDefault: Lossy<Bool>?
    let problem: Lossy<Problem>?

    /// The content; `nil` if it cannot be read, or has more fields than any form.
    var content: Address? { address?.value.flatMap { $0.fields.count <= 40 ? $0 : nil } }
  }

  struct Problem: Decodable, Sendable {
    let code: String
    let reason: String?

    /// The text for ``StoredAddress/obstacle``.
    ///
    /// The text is `code` if this release knows the code, or if `reason` is `nil`. Otherwise it is the
    /// first 300 characters of `reason`.
    var obstacle: String {
      if case .other = DeliveryRestriction(code) { return String((reason ?? code).prefix(300)) }
      return code
    }
  }

  /// The revision of the list, which increases with each change of an address.
  let revision: Int
  private let addresses: [Lossy<Row>]

  /// The rows whose id can be read; of several with one id, the first.
  var rows: [Row] {
    var ids: Set<String> = [""]
    return addresses.compactMap(\.value).filter { ids.insert($0.id).inserted }
  }
}

extension AddressDocument {
  /// Decodes the list of addresses from a response.
  ///
  /// - Throws: `UnusableBody` if there is no list, one beyond its limit, or one without a readable address.
  init(_ response: HTTPResponse) throws(UnusableBody) {
    self = try response.json(AddressDocument.self)
    guard revision > 0, addresses.count <= 1_000,
      addresses.isEmpty || rows.contains(where: { $0.content != nil })
    else { throw UnusableBody(reason: "not a list of addresses") }
  }

  /// Returns the update that replaces ``AddressBase/addresses`` by this list.
  func update() -> ServerUpdate<AddressBase> {
    ServerUpdate(version: ServerVersion(revision)) { $0.apply(self) }
  }
}
