import Foundation
import Networking
import Storage
import Sync

extension DefaultAddressBook {
  func refresh() async throws(AddressError) {
    try await load()
    let before = requests
    var isRequested = false
    for await _ in bell.observe(now: ()) {
      guard !Task.isCancelled else { throw .cancelled }
      guard isRunning else { throw .notRunning }
      guard context != nil else { throw .noCity }
      guard gate.isOpen else {
        throw .unreachable(gate.reasons.map(\.rawValue).sorted().joined(separator: ", "))
      }
      // The answer to a request that was under way may be older than this call.
      if answers > before {
        if case .failed(let reason) = outcome { throw .unreachable(reason) }
        return
      }
      guard !isRequested else { continue }
      isRequested = true
      isWanted = true
      publish()
    }
    throw .cancelled
  }

  /// Asks the server for the addresses, or waits for those who have asked already.
  func ask() async -> AddressFetch {
    let answered = answers
    if !askingTurns.take() { await withCheckedContinuation { askingTurns.wait($0) } }
    defer { askingTurns.end() }
    guard answers == answered, let context else { return asking }
    isWanted = false
    asking = .fetching
    requests += 1
    publish()
    let known = revision
    let finding = await server.list(ifNot: validator, in: context)
    switch finding {
    case .list(let list, let etag):
      isFresh = true
      asking = .idle
      await take(list, etag)
      // One that was overtaken on its way is no failure.
      if list.revision < known, revision == known {
        asking = .failed("the server's revision \(list.revision) is older than the known one")
      }
    case .notModified:
      isFresh = true
      asking = .idle
      confirmed = now()
    case .failed(let reason):
      asking = .failed(reason)
    case .closed(let reason):
      asking = .idle
      isWanted = true
      gate.close(for: reason)
    }
    // Together: `refresh()` reads the outcome once the answer is counted.
    (answers, outcome) = (requests, asking)
    publish()
    return asking
  }

  /// Takes what the server says it has, unless something newer was seen and a replica may lag.
  func take(_ list: AddressDocument, _ etag: ETag? = nil) async {
    // Also of an answer that was overtaken the disk has what came of it before the change is done.
    let time = now()
    guard !ReplicaLag.explains(list.revision, below: revision, confirmed: confirmed, now: time)
    else {
      await shelve()
      return
    }
    confirmed = time
    revision = list.revision
    validator = etag
    let before = kept
    var made: [String: SavedAddress.ID] = [:]
    // The server may have one before it is seen in the queue.
    for change in items.compactMap(\.change) + underWay {
      if case .make = change.wish { made[change.operation] = change.address }
    }
    let named = namesInQueue(besides: made)
    kept = list.addresses.map { row in
      // One that was made here keeps its name, also when the answer that told of it was lost.
      let own = row.origins.compactMap { made[$0] }.first
      let known = before.first { $0.serverID == row.id }?.id ?? named[row.id]
      return KeptAddress(
        id: own ?? known ?? SavedAddress.ID(rawValue: row.id), serverID: row.id,
        address: row.address, used: row.used, isDefault: row.isDefault,
        obstacle: row.problem?.obstacle ?? "")
    }
    publish()
    await shelve()
  }

  /// Waits until the disk has what the server had, if it takes it.
  @discardableResult
  func shelve() async -> Persistence {
    await inTurn { await writeShelf() }
  }

  /// Writes what differs, and says whether the disk has it; in turn.
  @discardableResult
  func writeShelf() async -> Persistence {
    let present = kept
    let ids = Set(present.map(\.id))
    let saved = present.filter { !shelved.contains($0) }
    // Also what the disk had no room for: it was told of it, and may write that later.
    let removed = told.union(shelved.map(\.id)).subtracting(ids)
    told = ids
    if !saved.isEmpty || !removed.isEmpty {
      let persistence = await shelf.keep(saved, removing: Array(removed))
      guard persistence == .persisted else { return persistence }
    }
    shelved = present
    return .persisted
  }

  /// Tells the queue that the disk has what came of its changes.
  func settle() async throws(AddressError) {
    guard kept == shelved else { return }
    for item in items {
      guard case .settling(let version) = item.reason, version <= revision else { continue }
      do throws(OutboxError) { try await outbox.settle(item.lane, version: version) } catch {
        throw AddressError(error)
      }
    }
  }
}
