import AddressesTestSupport
import Networking
import Sandbox
import Sync
import SyncTestSupport

@testable import Addresses

extension AddressSimulation {
  /// Checks the invariants that hold after every step.
  func look() {
    let state = book.state
    ledger.note("shown: \(describe(state))")
    let ids = state.addresses.map(\.id)
    ledger.expect(Set(ids).count == ids.count, "an id is shown twice")
    ledger.expect(
      state.addresses.count(where: \.isDefault) <= 1, "there are two defaults")
    for slot in edits.indices where !isUnsure[slot] {
      let shown = state.addresses.filter { $0.address.label == "slot \(slot)" }
      ledger.expect(
        shown.allSatisfy { $0.id == names[slot] }, "slot \(slot) has got another name")
    }
    ledger.expect(
      !isOwed || isUnsure[2] || state.addresses.contains { $0.address.label == "slot 2" },
      "what was written of slot 2 is dropped unasked")
    for slot in Self.own where !isUnsure[slot] {
      let shown = state.addresses.filter { $0.address.label == "slot \(slot)" }
      ledger.expect(shown.count <= 1, "slot \(slot) is shown twice")
      // A refused change is shown as the server's content with a mark.
      if let first = shown.first, first.status.isFailed { continue }
      let edit = edits[slot]
      let expected = edit.map {
        Self.address("slot \(slot)", place: $0.place, floor: $0.floor)
      }
      ledger.expect(
        shown.first?.address == expected,
        "slot \(slot): \(lines(shown.first?.address)) shown, \(lines(expected)) wished")
    }
  }

  /// Ends all faults, and checks that the server has the user's addresses.
  func finish() {
    network.change { $0.whim = nil }
    perform(.openCity)
    disk.room = .enough
    sendAll {
      !book.state.pending.isEmpty
    } decide: {
      decide(true)
    }
    goOnline()
    quiesce()
    guard refreshAtLast(book.refresh) else { return }
    compare(book.state)
    kill()
  }

  private func compare(_ state: AddressBookState) {
    ledger.expect(state.pending.isEmpty, "something still waits: \(state.pending)")
    ledger.expect(
      state.addresses.allSatisfy { $0.status == .confirmed && $0.unsynced.isEmpty },
      "a mark is left: \(describe(state))")
    let here = state.addresses.map { "\($0.serverID) \($0.address) \($0.isDefault)" }
    let there = rows.map { "\($0.id) \(Address($0.address)) \($0.isDefault)" }
    ledger.expect(here.sorted() == there.sorted(), "shown \(here), the server has \(there)")
    for slot in edits.indices where !isUnsure[slot] {
      ledger.expect(
        rows.count { $0.address.label == "slot \(slot)" } <= 1, "slot \(slot) is there twice")
    }
    for slot in Self.own where !isUnsure[slot] {
      let row = row("slot \(slot)")
      let expected = edits[slot].map {
        Self.address("slot \(slot)", place: $0.place, floor: $0.floor)
      }
      ledger.expect(
        row.map { Address($0.address) } == expected,
        "slot \(slot): \(lines(expected)) wished, \(row?.address as Any) at the server")
      ledger.expect(
        (row?.used ?? 0 > 0) == (edits[slot]?.used ?? 0 > 0), "a use of slot \(slot) is lost")
    }
    if let first = edits[0]?.used, let second = edits[1]?.used, first != second,
      !isUnsure[0], !isUnsure[1]
    {
      let slots = state.addresses.map(\.address.label).filter { ["slot 0", "slot 1"].contains($0) }
      ledger.expect(
        slots.first == (first > second ? "slot 0" : "slot 1"), "what was used last is not first")
    }
    guard let preferred, !isUnsure[preferred] else { return }
    ledger.expect(
      rows.first(where: \.isDefault)?.address.label == "slot \(preferred)",
      "slot \(preferred) is not the default")
  }

  private func lines(_ address: Address?) -> String {
    address.map { "\($0.label) \($0[.house]) \($0[.doorCode])" } ?? "none"
  }

  private func describe(_ state: AddressBookState) -> String {
    let shown = state.addresses.map { saved in
      "\(saved.id.rawValue)=\(saved.serverID) \(lines(saved.address)) \(saved.status)"
        + (saved.isDefault ? " default" : "")
    }
    let waiting = state.pending.map { wait in
      "\(wait.id) \(wait.address.rawValue) \(wait.parts.map { "\($0)" }.sorted()) \(wait.status)"
    }
    return "\(shown) waiting \(waiting) \(state.sync.fetch.word)"
  }
}
