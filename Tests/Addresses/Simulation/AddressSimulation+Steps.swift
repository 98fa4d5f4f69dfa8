import AddressesTestSupport
import Commerce
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Addresses

extension AddressSimulation {
  func perform(_ step: AddressStep) {
    switch step {
    case .add(let slot, let place): add(slot, place)
    case .edit(let slot, let place, let floor): edit(slot, place, floor)
    case .remove(let slot):
      guard let id = shown(slot) else { return }
      if tap(slot, { try await $0.remove(id) }) {
        edits[slot] = nil
        if slot == 2 { isOwed = false }
        if preferred == slot { preferred = nil }
      }
    case .use(let slot):
      guard let id = shown(slot) else { return }
      if tap(slot, { try await $0.use(id) }) {
        uses += 1
        edits[slot]?.used = uses
      }
    case .prefer(let slot):
      guard let id = shown(slot) else { return }
      preferred = nil
      if tap(nil, { try await $0.makeDefault(id) }), Self.own.contains(slot), !isDoubtful {
        preferred = slot
      }
    case .decide(let isKept): decide(isKept)
    case .refresh:
      let book = book
      Task(executorPreference: executor) { do { try await book.refresh() } catch {} }
    case .addElsewhere(let place):
      foreigners += 1
      let content = Self.address("foreign \(foreigners)", place: place, floor: 0).view
      // The other device knows the addresses that exist, and adds none at the same place.
      guard !rows.contains(where: { $0.address["house"] == content["house"] }) else { return }
      network.change { $0.model.addElsewhere(content) }
    case .editElsewhere(let floor):
      guard let row = row("slot 2") else { return }
      // Two addresses that two devices move to one place would be merged.
      let content = Self.address("slot 2", place: 10 + floor, floor: floor).view
      network.change { $0.model.editElsewhere(row.id, content) }
    case .removeElsewhere:
      let row = row("slot 2") ?? rows.first { $0.address.label.hasPrefix("foreign") }
      guard let row else { return }
      if row.address.label == "slot 2" { isOwed = waitsOffline(2) }
      network.change { server in
        server.model.removeElsewhere(row.id)
        if server.whim == .forgets { server.model.forgetAnswers() }
      }
    case .closeCity: network.change { $0.model.closedCities = [Self.city.rawValue] }
    case .openCity: network.change { $0.model.closedCities = [] }
    case .fillDisk: disk.room = .none
    case .freeDisk: disk.room = .enough
    case .device(let step): perform(onDevice: step)
    }
  }

  static let city = Address.home.city

  static func address(_ label: String, place: Int, floor: Int) -> Address {
    var address = Address.sample(label, [.street: "Абай", .house: "\(place + 1)"])
    if floor > 0 { address[.doorCode] = "\(floor)" }
    return address
  }

  var rows: [AddressView] { network.server.model.list.addresses }

  func row(_ label: String) -> AddressView? { rows.first { $0.address.label == label } }

  /// Returns the id of the displayed address with the label of this slot.
  func shown(_ slot: Int) -> SavedAddress.ID? {
    book.state.addresses.first { $0.address.label == "slot \(slot)" }?.id
  }

  /// Returns whether an edit of the address waits for the network, so it has not been sent.
  private func waitsOffline(_ slot: Int) -> Bool {
    book.state.pending.contains { wait in
      guard case .gateClosed = wait.reason else { return false }
      return isOffline && edits[slot] != nil && wait.address == names[slot]
        && wait.status == .pending && wait.parts.contains(.fields)
    }
  }

  /// Performs an action of the user, waits for the result, and returns whether it succeeded.
  private func tap(
    _ slot: Int?,
    _ call: @escaping @Sendable (LiveAddressBook) async throws -> Void
  ) -> Bool {
    let book = book
    guard ask({ try await call(book) }) != nil else { return false }
    isDoubtful = !book.state.sync.isDurable
    if isDoubtful {
      if let slot { isUnsure[slot] = true }
      preferred = nil
    }
    return true
  }

  private func add(_ slot: Int, _ place: Int) {
    guard shown(slot) == nil, edits[slot] == nil || slot == 2 || isUnsure[slot] else { return }
    let address = Self.address("slot \(slot)", place: place, floor: 0)
    let before = book.state
    let name = Reply<SavedAddress.ID>()
    let isAdded = tap(slot) { book in
      let id = try await book.add(address)
      name.answer.withLock { $0 = id }
    }
    let states = [before, book.state]
    let others =
      states.flatMap(\.addresses).map(\.address) + states.flatMap(\.pending).compactMap(\.wanted)
    let places = others.map(AddressTemplates.samples.place(of:))
    ledger.expect(
      isAdded || places.contains(AddressTemplates.samples.place(of: address)),
      "place \(place) was refused")
    guard isAdded else { return }
    // The server may know an address that a crash has lost, and then merges the two.
    let lost = edits.indices.filter { isUnsure[$0] && $0 != slot }.map { "slot \($0)" }
    if rows.contains(where: {
      lost.contains($0.address.label) && $0.address["house"] == address[.house]
    }) {
      isUnsure[slot] = true
    }
    edits[slot] = Wish(place: place)
    names[slot] = name.answer.withLock { $0 }
  }

  private func edit(_ slot: Int, _ place: Int, _ floor: Int) {
    guard let id = shown(slot) else { return }
    let address = Self.address("slot \(slot)", place: place, floor: floor)
    if tap(slot, { try await $0.change(id, to: address) }) {
      edits[slot]?.place = place
      edits[slot]?.floor = floor
    }
  }

  /// Retries or discards refused changes; those of the first two addresses are always retried.
  func decide(_ isKept: Bool) {
    for wait in book.state.pending where wait.isUndecided {
      let isOwn = Self.own.contains { wait.wanted?.label == "slot \($0)" }
      let isKept = isKept || isOwn || wait.wanted == nil
      if !isKept { isOwed = false }
      let book = book
      _ = answer {
        do {
          if isKept { try await book.retry(wait.id) } else { try await book.discard(wait.id) }
        } catch {}
      }
    }
  }
}
