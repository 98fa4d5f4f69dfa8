import Foundation
import Storage
import Sync

/// The address book over an `OptimisticStore`.
struct OptimisticAddressBook: AddressBook {
  private let store: OptimisticStore<AddressModel>
  private let templates: AddressTemplates
  private let now: @Sendable () -> Date
  private let makeID: @Sendable () -> String

  init(
    in environment: FeatureEnvironment, base: some BaseStore<AddressBase>,
    templates: AddressTemplates
  ) {
    let model = AddressModel(
      transport: environment.transport, templates: templates, now: environment.now)
    store = OptimisticStore(
      model, base: base, initial: AddressBase(), journal: "address-changes", in: environment)
    self.templates = templates
    now = environment.now
    makeID = environment.makeID
  }

  var state: AddressBookState { store.state }

  func states() -> AsyncStream<AddressBookState> { store.states() }

  func run() async throws(AddressError) {
    do throws(AddressError) { try await load() } catch {
      guard error == .sync(.cancelled) else { throw error }
    }
    try await store.run()
  }

  func refresh() async throws(AddressError) {
    try await load()
    try await store.refresh()
  }

  // MARK: Changing

  func add(
    _ address: Address
  ) async throws(AddressError) -> (id: SavedAddress.ID, writeStatus: WriteStatus) {
    try await load()
    let id = SavedAddress.ID(rawValue: makeID())
    let writeStatus = try await store.perform { state, _ throws(AddressError) in
      guard let city = state.city else { throw .sync(.noCity) }
      guard address.city == city else { throw .anotherCity(address.city) }
      try check(address, besides: nil, in: state)
      guard state.addresses.count + state.elsewhere.count < AddressLimits.addresses else {
        throw .tooMany(limit: AddressLimits.addresses)
      }
      return [
        AddressChange(
          address: id, operation: makeID(), edit: .make(address, used: 0),
          after: state.queue.lanes(leaving: address.place), serverID: AddressChange.noServerID)
      ]
    }
    return (id, writeStatus)
  }

  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) -> WriteStatus {
    try await load()
    let saved = try checked(id, address, in: store.state)
    let queue = store.state.queue
    if let refused = queue.refusedEdit(of: saved.id),
      !queue.isHeld(address.place, against: refused.lane),
      let correction = refused.insisting(on: address, makeID)
    {
      let writeStatus = try await store.replace(refused.id, with: correction)
      let isOutdone = store.state.queue.items.contains { item in
        item.id > refused.id && item.lane == refused.lane && item.change?.edit.content != nil
      }
      guard isOutdone else { return writeStatus }
    }
    return try await store.perform { state, _ throws(AddressError) in
      let id = try checked(id, address, in: state).id
      let after = state.queue.lanes(leaving: address.place).subtracting([.address(id)])
      return [makeChange(id, .patch(address, used: 0), after: after, in: state)]
    }
  }

  func remove(_ id: SavedAddress.ID) async throws(AddressError) -> WriteStatus {
    try await change(id) { _, _ in .remove }
  }

  func use(_ id: SavedAddress.ID) async throws(AddressError) -> WriteStatus {
    try await change(id) { _, state in
      // Even if the clock was set back, this use gets a later time than all earlier ones.
      let last = (state.addresses + state.elsewhere).map(\.used).max() ?? 0
      return .patch(nil, used: max(now().milliseconds, last + 1))
    }
  }

  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) -> WriteStatus {
    try await change(id) { saved, _ in .prefer(city: saved.address.city) }
  }

  private func change(
    _ id: SavedAddress.ID, _ makeEdit: @Sendable (SavedAddress, AddressBookState) -> AddressEdit
  ) async throws(AddressError) -> WriteStatus {
    try await load()
    return try await store.perform { state, _ throws(AddressError) in
      guard let saved = state[id] else { throw .unknownAddress(id) }
      return [makeChange(saved.id, makeEdit(saved, state), in: state)]
    }
  }

  private func makeChange(
    _ id: SavedAddress.ID, _ edit: AddressEdit, after: Set<Lane> = [], in state: AddressBookState
  ) -> AddressChange {
    AddressChange(
      address: id, operation: makeID(), edit: edit, after: after,
      serverID: state.queue.addresses.first { $0.id == id }?.serverID
        ?? AddressChange.noServerID)
  }

  // MARK: Deciding

  func retry(_ change: PendingAddressChange.ID) async throws(AddressError) {
    try await load()
    let queue = store.state.queue
    let refused = queue.items.first { $0.id == change }
    if let repetition = refused.flatMap({ queue.repetition(of: $0, makeID) }) {
      try await store.replace(change, with: repetition)
    } else {
      try await store.retry(change)
    }
  }

  func discard(_ change: PendingAddressChange.ID) async throws(AddressError) {
    try await load()
    try await store.discard(change)
  }

  // MARK: Checking

  /// Validates new content of an address, and returns the address.
  ///
  /// - Throws: ``AddressError`` if the address cannot have this content.
  private func checked(
    _ id: SavedAddress.ID, _ address: Address, in state: AddressBookState
  ) throws(AddressError) -> SavedAddress {
    guard let saved = state[id] else { throw .unknownAddress(id) }
    guard address.city == saved.address.city else { throw .anotherCity(address.city) }
    try check(address, besides: saved.id, in: state)
    return saved
  }

  /// Throws an error if the content is invalid or if another address is at the same place.
  private func check(
    _ address: Address, besides id: SavedAddress.ID?, in state: AddressBookState
  ) throws(AddressError) {
    guard let template = templates[address.template] else {
      throw .unknownTemplate(address.template)
    }
    let check = template.check(address)
    guard check.isAcceptable else { throw .invalid(check.errors) }
    let place = address.place
    let others =
      (state.addresses + state.elsewhere).map { ($0.id, $0.address) } + state.queue.refusedContents
    if let twin = others.first(where: { $0.0 != id && $0.1.place == place }) {
      throw .duplicate(of: twin.0)
    }
  }

  // MARK: Loading

  /// Loads the address book.
  ///
  /// Addresses that an earlier release had stored but not sent become pending changes.
  private func load() async throws(AddressError) {
    let state = store.state
    guard !state.sync.isLoaded || state.queue.addresses.contains(where: \.isUnsent) else { return }
    try await store.perform { state, base throws(AddressError) in
      let queued = Set(state.queue.items.map(\.lane))
      let unsent = base.addresses.filter { $0.isUnsent && !queued.contains(.address($0.id)) }
      base.addresses.removeAll(where: \.isUnsent)
      return unsent.flatMap(\.changes)
    }
  }
}

extension KeptAddress {
  /// Whether an earlier release has stored the address without having sent it.
  fileprivate var isUnsent: Bool { serverID.isEmpty }

  /// The changes that create the address at the server.
  ///
  /// Their operations are derived from the address's id. So if the changes are made again after a crash,
  /// the server does not apply them twice.
  fileprivate var changes: [AddressChange] {
    var edits = [AddressEdit.make(address, used: used)]
    if isDefault { edits.append(.prefer(city: address.city)) }
    return edits.enumerated().map { number, edit in
      AddressChange(
        address: id, operation: "kept-\(id.rawValue)-\(number)", edit: edit,
        serverID: AddressChange.noServerID)
    }
  }
}
