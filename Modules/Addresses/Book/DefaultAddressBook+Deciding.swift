import Storage
import Sync

extension DefaultAddressBook {
  func keep(_ change: AddressWait.ID) async throws(AddressError) {
    try await load()
    guard let item = items.first(where: { $0.id == change }) else { throw .unknownChange(change) }
    if item.mark == .failed(.removedElsewhere), let wished = item.change,
      let content = wished.wish.content
    {
      // The server will not have the old one again, so a new one is made of it.
      try await take(wish(.make(content, used: 0), of: wished.address))
    } else {
      try await decide(change) { outbox throws(OutboxError) in try await outbox.retry(change) }
    }
    try await inTurn { () async throws(AddressError) in try await readItems() }
  }

  func discard(_ change: AddressWait.ID) async throws(AddressError) {
    try await load()
    try await decide(change) { outbox throws(OutboxError) in try await outbox.discard(change) }
    try await inTurn { () async throws(AddressError) in try await readItems() }
  }

  /// Does what the user decided about a change, once a refusal of it has been kept.
  private func decide(
    _ id: Int, _ body: (Outbox<AddressChange>) async throws(OutboxError) -> Void
  ) async throws(AddressError) {
    for await items in await outbox.updates() {
      do throws(OutboxError) { return try await body(outbox) } catch {
        if case .inFlight = error, items.contains(where: { $0.id == id && $0.mark.isFailed }) {
          continue
        }
        throw AddressError(error)
      }
    }
  }

  /// Gives up what was refused when the user has wished something else for the same since: nobody
  /// would decide about it, and what was wished since would wait for that.
  func dropSuperseded() async throws(AddressError) {
    for (index, item) in items.enumerated() {
      guard item.mark.isFailed, let change = item.change else { continue }
      let isSuperseded = items[(index + 1)...].contains { later in
        later.lane == item.lane && later.change?.supersedes(change) == true
      }
      guard isSuperseded else { continue }
      do throws(OutboxError) { try await outbox.discard(item.id) } catch {
        switch error {
        // Another look was faster, or the refusal is still being kept: there will be another look.
        case .unknownItem, .inFlight: continue
        default: throw AddressError(error)
        }
      }
    }
  }
}
