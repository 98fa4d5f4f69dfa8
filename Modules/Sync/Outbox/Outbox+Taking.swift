#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

extension Outbox {
  /// Reads the journal once.
  func load() async throws(OutboxError) {
    guard !isLoaded else { return }
    let entries: [OutboxEntry]
    do { entries = try await journal.entries() } catch { throw .journal(error) }
    // A concurrent call may have finished first.
    guard !isLoaded else { return }
    if let other = entries.lazy.compactMap(\.account).first(where: { $0 != account }) {
      throw .anotherAccount(other)
    }
    isLoaded = true
    let changes = changes(in: entries)
    pending.reserveCapacity(entries.count)
    // Sorts positions, because comparing entries would copy them.
    for place in entries.indices.sorted(by: { entries[$0].id < entries[$1].id }) {
      let entry = entries[place]
      pending.append(
        PendingChange(
          entry: entry, change: changes[place], mayBeApplied: entry.outcome == nil))
    }
    nextID = (pending.last?.id ?? 0) + 1
    changed()
  }

  func taken(_ change: Change) async throws(OutboxError) -> TakenChange<Change> {
    let before = moment
    let id = if let merged = try coalesced(change) { merged } else { try append(change) }
    let (place, after) = (place(of: id), moment)
    let persistence = await record([id])
    return TakenChange(persistence: persistence, place: place, before: before, after: after)
  }

  private func place(of id: Int) -> (index: Int, item: OutboxItem<Change>)? {
    guard let index = pending.index(of: id), let reason = reason(at: index) else { return nil }
    return (index, pending.changes[index].item(because: reason))
  }

  func append(_ change: Change) throws(OutboxError) -> Int {
    let payload = try encoded(change)
    // The applied changes are counted only if the queue seems full.
    guard pending.count < capacity || pending.count(where: { !$0.isApplied }) < capacity else {
      throw .full(limit: capacity)
    }
    let entry = OutboxEntry(
      id: nextID, key: makeKey(), lane: change.lane, payload: payload,
      dependencies: change.dependencies, priority: change.priority, journal: journalName,
      account: account)
    nextID += 1
    var taken = PendingChange(entry: entry, change: change, mayBeApplied: false)
    for place in pending.places(awaitedBy: taken) {
      taken.entry.serverIDs.merge(pending[place].entry.serverIDs) { $1 }
    }
    pending.append(taken)
    return entry.id
  }

  /// Coalesces a change with an unsent one of its lane, and returns the id of that one.
  ///
  /// Returns `nil` if the change has to be appended instead.
  func coalesced(_ change: Change) throws(OutboxError) -> Int? {
    // Read once: a feature's computed property may be slow.
    let lane = change.lane
    guard change.dependencies == .none,
      let index = pending.places(in: lane).last,
      pending.changes[index].isUnsent, let earlier = pending.changes[index].change,
      // A change that depends on the earlier one must not see the later one.
      !pending.dependantPlaces.contains(where: { $0 > index && pending[$0].depends(on: lane) })
    else { return nil }
    // Edited as a whole: each access to a change in the array copies it.
    var both = pending.changes[index]
    switch change.follow(earlier) {
    case .both:
      return nil
    case .cancelled:
      pending.remove([both.id])
    case .merged(let merged):
      both.entry.payload = try encoded(merged)
      // The old key may have been sent, and may stay on disk, with the old content.
      both.entry.key = makeKey()
      both.entry.priority = merged.priority
      both.change = merged
      pending[index] = both
    }
    return both.id
  }

  func encoded(_ change: Change) throws(OutboxError) -> Data {
    do { return try encoder.encode(change) } catch { throw .notEncodable("\(error)") }
  }

  /// Decodes the contents of entries in parallel; `nil` for each that this release cannot decode.
  private func changes(in entries: [OutboxEntry]) -> [Change?] {
    Pieces(of: entries.count).reduce(into: []) { places in
      // One per chunk: creating a decoder takes as long as decoding a small change.
      let decoder = JSONDecoder()
      return places.map { place in
        do {
          return try decoder.decode(Change.self, from: entries[place].payload)
        } catch { return Change?.none }
      }
    } take: { changes, piece, _ in
      changes += piece
    }
  }
}
