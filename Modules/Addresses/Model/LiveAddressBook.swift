import Foundation
import Networking
import Storage
import Sync

/// The address book, implemented with an `OptimisticStore`.
struct LiveAddressBook: AddressBook, OptimisticFeature {
  let store: OptimisticStore<AddressModel>
  private let templates: AddressTemplates
  private let now: @Sendable () -> Date
  private let makeID: @Sendable () -> IdempotencyKey

  init(
    in environment: FeatureEnvironment, base: some BaseStore<AddressBase>,
    templates: AddressTemplates
  ) {
    store = OptimisticStore(
      AddressModel(transport: environment.transport, templates: templates), base: base,
      initial: AddressBase(), journal: "address-changes", in: environment)
    self.templates = templates
    now = environment.now
    makeID = environment.makeID
  }

  // MARK: Changing

  func add(
    _ address: Address
  ) async throws(AddressError) -> SavedAddress.ID {
    try await add(address, by: makeID().rawValue) { state throws(AddressError) in
      guard let city = state.city else { throw .sync(.noCity) }
      guard address.city == city else { throw .anotherCity(address.city) }
    }
  }

  func adopt(
    _ address: Address, from id: SavedAddress.ID
  ) async throws(AddressError) -> SavedAddress.ID {
    do throws(AddressError) {
      return try await add(address, by: AddressChange.adoption(of: id)) { _ in }
    } catch {
      // The address may also be the wanted one of a refused change, and is not in the book then.
      guard case .duplicate(of: let known) = error, let own = state[known]?.address,
        templates.place(of: own) == templates.place(of: normalized(address))
      else { throw error }
      return known
    }
  }

  private func add(
    _ address: Address, by operation: String,
    requiring isInCity: @Sendable (AddressBookState) throws(AddressError) -> Void
  ) async throws(AddressError) -> SavedAddress.ID {
    let id = SavedAddress.ID(rawValue: makeID().rawValue)
    let address = normalized(address)
    try await store.perform { state, _ throws(AddressError) in
      try isInCity(state)
      try check(address, replacing: nil, in: state)
      guard state.addresses.count + state.elsewhere.count < AddressLimits.addresses else {
        throw .tooMany(limit: AddressLimits.addresses)
      }
      return [
        AddressChange(
          address: id, operation: operation, edit: .make(address, used: 0),
          after: state.queue.lanes(occupying: templates.place(of: address)))
      ]
    }
    return id
  }

  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) {
    let address = normalized(address)
    let place = templates.place(of: address)
    let refused = try await store.read { state, _ throws(AddressError) in
      let saved = try checked(id, address, in: state)
      return state.queue.refusedEdit(of: saved.id).flatMap { refused in
        state.queue.isOccupied(place, byOtherThan: refused.lane) ? nil : refused
      }
    }
    if let refused, let correction = refused.retryChange(with: address, makeID) {
      try await store.replace(refused.id, with: correction)
      let isOutdone = store.state.queue.items.contains { item in
        item.id > refused.id && item.lane == refused.lane && item.change?.edit.content != nil
      }
      guard isOutdone else { return }
    }
    try await store.perform { state, _ throws(AddressError) in
      let id = try checked(id, address, in: state).id
      let after = state.queue.lanes(occupying: place).subtracting([.address(id)])
      return [makeChange(id, .patch(address, used: 0), after: after, in: state)]
    }
  }

  func remove(_ id: SavedAddress.ID) async throws(AddressError) {
    try await change(id) { _, _ in .remove }
  }

  func use(_ id: SavedAddress.ID) async throws(AddressError) {
    try await change(id) { _, state in
      // The clock of the device may have been set back since the last order. Even then, the address
      // gets a later time than all other addresses, so that it becomes the first in the list.
      let last = (state.addresses + state.elsewhere).map(\.used).max() ?? 0
      return .patch(nil, used: max(now().milliseconds, last + 1))
    }
  }

  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) {
    try await change(id) { saved, _ in .prefer(city: saved.address.city) }
  }

  private func change(
    _ id: SavedAddress.ID, _ makeEdit: @Sendable (SavedAddress, AddressBookState) -> AddressEdit
  ) async throws(AddressError) {
    try await store.perform { state, _ throws(AddressError) in
      guard let saved = state[id] else { throw .unknownAddress(id) }
      return [makeChange(saved.id, makeEdit(saved, state), in: state)]
    }
  }

  private func makeChange(
    _ id: SavedAddress.ID, _ edit: AddressEdit, after: Set<Lane> = [], in state: AddressBookState
  ) -> AddressChange {
    AddressChange(
      address: id, operation: makeID().rawValue, edit: edit, after: after,
      serverID: state.queue.addresses.first { $0.id == id }?.serverID)
  }

  // MARK: Deciding

  func retry(_ change: ChangeID) async throws(AddressError) {
    let retry = try await store.read { state, _ in
      state.queue.items.first { $0.id == change }
        .flatMap { state.queue.retryChange(of: $0, makeID) }
    }
    if let retry {
      try await store.replace(change, with: retry)
    } else {
      try await store.retry(change)
    }
  }

  // MARK: Checking

  private func normalized(_ address: Address) -> Address {
    templates[address.template]?.normalized(address) ?? address
  }

  /// Returns the saved address with this id, after validating `address` as its new content.
  ///
  /// - Throws: ``AddressError`` if there is no such address, or if it cannot have the new content.
  private func checked(
    _ id: SavedAddress.ID, _ address: Address, in state: AddressBookState
  ) throws(AddressError) -> SavedAddress {
    guard let saved = state[id] else { throw .unknownAddress(id) }
    guard address.city == saved.address.city else { throw .anotherCity(address.city) }
    try check(address, replacing: saved, in: state)
    return saved
  }

  /// Throws an error if `address` is invalid or if another address is at the same place.
  ///
  /// If `address` is the new content of a saved address, `saved` is that address, otherwise `nil`. A
  /// saved address may stay at its place: other devices can have added two addresses of one place.
  private func check(
    _ address: Address, replacing saved: SavedAddress?, in state: AddressBookState
  ) throws(AddressError) {
    guard let template = templates[address.template] else {
      throw .unknownTemplate(address.template)
    }
    let check = template.check(address)
    guard check.isAcceptable else { throw .invalid(check.errors) }
    let place = templates.place(of: address)
    if let saved, templates.place(of: saved.address) == place { return }
    let others =
      (state.addresses + state.elsewhere).map { ($0.id, $0.address) } + state.queue.refusedContents
    if let twin = others.first(where: {
      $0.0 != saved?.id && templates.place(of: $0.1) == place
    }) {
      throw .duplicate(of: twin.0)
    }
  }
}
