import Addresses
import Storage
import Sync

extension AddressBook {
  /// Performs a tap; returns the id of the changed address, or `nil` if the tap did not apply.
  func make(_ tap: Tap) async throws -> SavedAddress.ID? {
    do throws(AddressError) {
      let (id, writeStatus) =
        switch tap {
        case .write(let address): try await write(address)
        case .use(let label):
          try await tapOn(label) { id throws(AddressError) in try await use(id) }
        case .prefer(let label):
          try await tapOn(label) { id throws(AddressError) in try await makeDefault(id) }
        case .remove(let label):
          try await tapOn(label) { id throws(AddressError) in try await remove(id) }
        }
      guard let id else { return nil }
      guard writeStatus == .written else {
        throw .sync(.storage(.inUse("a disk that is not full")))
      }
      return id
    } catch {
      switch error {
      // The address may have gone since the screen was drawn, or another one may have its place.
      case .unknownAddress, .duplicate: return nil
      case .sync(.unknownChange), .sync(.inFlight), .sync(.mayBeApplied): return nil
      default: throw error
      }
    }
  }

  private func write(
    _ address: Address
  ) async throws(AddressError) -> (SavedAddress.ID?, WriteStatus) {
    if let id = id(address.label) { return (id, try await change(id, to: address)) }
    do throws(AddressError) {
      let (id, writeStatus) = try await add(address)
      return (id, writeStatus)
    } catch {
      // Another device has added the address, without a label.
      guard case .duplicate(let id) = error, state[id]?.address.label == "" else { throw error }
      return (id, try await change(id, to: address))
    }
  }

  private func tapOn(
    _ label: String, _ body: (SavedAddress.ID) async throws(AddressError) -> WriteStatus
  ) async throws(AddressError) -> (SavedAddress.ID?, WriteStatus) {
    guard let id = id(label) else { return (nil, .written) }
    return (id, try await body(id))
  }

  /// Returns the address with a label, unless only its refused removal still shows it.
  private func id(_ label: String) -> SavedAddress.ID? {
    let state = state
    return state.addresses.first { saved in
      saved.address.label == label
        && !state.pending.contains { $0.address == saved.id && $0.parts == [.removal] }
    }?.id
  }

  /// Retries refused changes; discards those of addresses removed elsewhere whose door code is even.
  func decideRefusals() async throws {
    for await state in states() {
      for wait in state.pending {
        guard case .failed(let refusal) = wait.status else { continue }
        let number = wait.wanted.flatMap { Int($0[.doorCode]) } ?? 0
        do throws(AddressError) {
          if refusal == .rejected(.removedElsewhere), number % 2 == 0 {
            try await discard(wait.id)
          } else {
            try await retry(wait.id)
          }
        } catch {
          switch error {
          case .sync(.unknownChange), .sync(.inFlight), .sync(.mayBeApplied): continue
          default: throw error
          }
        }
      }
    }
  }

  /// Waits until no change is pending and the server's addresses have been fetched.
  func settled() async throws -> AddressBookState {
    for await state in states() where state.pending.isEmpty {
      do throws(AddressError) { try await refresh() } catch {
        // The user pulls at the list again.
        switch error {
        case .sync(.fetch), .sync(.closed): break
        default: throw error
        }
      }
      let state = self.state
      if state.pending.isEmpty, state.sync.fetch == .idle { return state }
    }
    return state
  }
}
