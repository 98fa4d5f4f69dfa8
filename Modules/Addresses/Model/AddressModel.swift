import Foundation
import Networking
import Sync

/// The server's last list of addresses, with data that only the device has, such as its own ids.
///
/// An `OptimisticStore` applies the pending changes to the list. Only ``addresses`` is stored here; the
/// pending changes are stored in another file, the journal. After a launch, ``update(with:)`` computes
/// the other properties from the addresses and the pending changes.
struct AddressBase: Sendable, Equatable {
  /// The addresses of the server's last list, with their ids on this device.
  var addresses: [StoredAddress] = []
  /// The device's ids of new addresses, by the id of the operation that creates the address.
  ///
  /// The server's list contains the operation id of a new address (``AddressChange/operation``), but not
  /// the device's id. ``apply(_:)`` finds the device's id in this dictionary, which ``update(with:)``
  /// fills from the pending changes.
  private var idsByOperation: [String: SavedAddress.ID] = [:]
  /// The device's ids of addresses with pending changes, by the server's ids.
  ///
  /// The server's list does not contain the device's ids. If the stored addresses are lost, these ids
  /// are still known, because ``update(with:)`` fills the dictionary from the pending changes.
  private var idsByServerID: [String: SavedAddress.ID] = [:]
  /// The ids of all addresses, in the sequence in which they were first shown since the launch.
  ///
  /// Addresses are displayed by the time of the user's last order, the latest first. Addresses without
  /// an order, or with the same time, are displayed in this sequence.
  private(set) var order: [SavedAddress.ID] = []
  init(_ addresses: [StoredAddress] = []) { self.addresses = addresses }

  /// Replaces the addresses by a list from the server.
  ///
  /// In place of a part that cannot be read, an address keeps the known one. A new address without a content
  /// is left out.
  mutating func apply(_ list: AddressDocument) {
    let known = Dictionary(addresses.map { ($0.serverID, $0) }, uniquingKeysWith: { $1 })
    addresses = list.rows.compactMap { row in
      let old = known[row.id]
      guard let address = row.content ?? old?.address else { return nil }
      let own = row.origins?.value?.compactMap { idsByOperation[$0] }.first
      return StoredAddress(
        id: own ?? old?.id ?? idsByServerID[row.id] ?? SavedAddress.ID(rawValue: row.id),
        serverID: row.id, address: address, used: row.used?.value ?? old?.used ?? 0,
        isDefault: row.isDefault?.value ?? old?.isDefault ?? false,
        obstacle: row.problem.map { $0.value?.obstacle ?? old?.obstacle ?? "" } ?? "")
    }
  }

  /// Updates the ids on the device and the display order from the pending changes.
  mutating func update(with items: [OutboxItem<AddressChange>]) {
    let changes = items.compactMap(\.change)
    let new = Set(changes.filter(\.edit.isNew).map(\.address))
    for change in changes {
      if change.edit.isNew {
        idsByOperation[change.operation] = change.address
      } else if let serverID = change.serverID, !new.contains(change.address) {
        idsByServerID[serverID] = change.address
      }
    }
    var known = Set(order)
    for id in addresses.map(\.id) + changes.map(\.address) where known.insert(id).inserted {
      order.append(id)
    }
  }
}

/// The functions with which an `OptimisticStore` fetches addresses, sends changes and computes the
/// state.
struct AddressModel: OptimisticModel {
  typealias Failure = AddressError

  let transport: any Transport
  let templates: AddressTemplates

  // Addresses rarely change, so an HTTP cache may return an outdated list long after a change.
  // Therefore, a list with a lower version than the confirmed list is ignored for one hour.
  var replicaLag: Duration { ReplicaLag.longest }

  // For a repeated idempotency key, the service returns its first response. The list of addresses in
  // this response may be outdated, so the store fetches the newest list before it repeats a change.
  var fetchesBeforeRepeating: Bool { true }

  func state(of snapshot: OptimisticSnapshot<AddressBase, AddressChange>) -> AddressBookState {
    var state = AddressBookState()
    state.city = snapshot.context?.city
    state.template = snapshot.context.flatMap { templates[country: $0.country] }
    state.queue = AddressQueue(
      addresses: snapshot.base.addresses, items: snapshot.pending, templates: templates)
    let ranks = Dictionary(zip(snapshot.base.order, 0...), uniquingKeysWith: { first, _ in first })
    let language = snapshot.context?.language
    let all = state.queue.shown().map { described($0, in: language) }.sorted { first, second in
      (second.used, ranks[first.id] ?? .max) < (first.used, ranks[second.id] ?? .max)
    }
    state.addresses = all.filter { $0.address.city == state.city }
    state.elsewhere = all.filter { $0.address.city != state.city }
    state.pending = snapshot.pending.map(PendingAddressChange.init)
    state.sync = snapshot.sync
    return state
  }

  /// Returns the address with its lines in a language, and with the problems that its template finds.
  ///
  /// If this release does not have the template of the address, the lines are the values of the fields.
  private func described(_ saved: SavedAddress, in language: String?) -> SavedAddress {
    var saved = saved
    if let template = templates[saved.address.template] {
      let address = template.normalized(saved.address)
      saved.lines = template.linesOfNormalized(address, in: language)
      saved.check = template.checkNormalized(address)
    } else {
      saved.lines = saved.address.fields.map(\.value)
    }
    return saved
  }

  func reconcile(
    _ base: inout AddressBase, with snapshot: OptimisticSnapshot<AddressBase, AddressChange>
  ) -> [Resolution<AddressChange>] {
    base.update(with: snapshot.pending)
    return AddressQueue(
      addresses: base.addresses, items: snapshot.pending, templates: templates
    ).resolutions()
  }

  // MARK: Server

  func fetch(
    _ base: AddressBase, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<AddressBase> {
    var request = HTTPRequest(.get, AddressRequest.path, in: context)
    request.ifChangedSince = validator.flatMap(ETag.init)
    return FetchOutcome(await transport.answer(to: request)) { response throws(UnusableBody) in
      try AddressDocument(response).update()
    }
  }

  func send(
    _ outgoing: OutgoingChange<AddressChange>, on base: AddressBase, in context: RequestContext
  ) async -> SendOutcome<AddressChange, AddressBase> {
    let change = outgoing.change
    var id = ""
    if !change.edit.isNew {
      let known =
        base.addresses.first {
          $0.id == change.address || $0.serverID == change.address.rawValue
        } ?? base.addresses.first { $0.serverID == change.serverID }
      guard let known else { return Self.missing(change, ServerUpdate()) }
      id = known.serverID
    }
    let request: HTTPRequest
    do throws(UnusableBody) {
      request = try AddressRequest.request(change, of: id, key: outgoing.key, in: context)
    } catch {
      return .rejected(.other(error.reason))
    }
    let answer = await transport.answer(to: request)
    if case .notFound(let problem) = answer {
      // Any other code than `addressRemoved` means that the service did not find the path of the
      // request. The address may still exist, so the change is sent again later.
      guard problem.code == "addressRemoved" else { return .tryLater() }
      let update = ServerUpdate<AddressBase>(needsFetch: true) { [id] base in
        base.addresses.removeAll { $0.serverID == id }
      }
      return Self.missing(change, update)
    }
    return SendOutcome(answer) { response throws(UnusableBody) in
      try AddressDocument(response).update()
    } refused: { problem in
      let problem = AddressDocument.Problem(code: problem.code, reason: "\(problem)")
      return .rejected(DeliveryRestriction(problem.obstacle))
    }
  }

  /// Returns the outcome of a change whose address the server does not have.
  ///
  /// A change of the content is rejected, so that the user can decide whether to discard the content. Any
  /// other change counts as applied, also the adoption of an address that was removed since. The outcome
  /// contains `update`, the update of the confirmed state.
  private static func missing(
    _ change: AddressChange, _ update: ServerUpdate<AddressBase>
  ) -> SendOutcome<AddressChange, AddressBase> {
    change.edit.content == nil || change.isAdoption
      ? .applied(update) : .rejected(.removedElsewhere, update)
  }
}
