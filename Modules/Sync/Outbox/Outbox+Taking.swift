#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

extension Outbox {
  /// Reads the journal, once.
  func load() async throws(OutboxError) {
    guard !isLoaded else { return }
    let entries: [OutboxEntry]
    do { entries = try await journal.entries() } catch { throw .journal(error) }
    // Another caller may have been faster.
    guard !isLoaded else { return }
    isLoaded = true
    let changes = changes(in: entries)
    pending.reserveCapacity(entries.count)
    // By their places: an entry that is taken out to be compared is copied.
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
    // Those that are applied are looked for only when it matters.
    guard pending.count < capacity || pending.count(where: { !$0.isApplied }) < capacity else {
      throw .full(limit: capacity)
    }
    let entry = OutboxEntry(
      id: nextID, key: makeKey(), lane: change.lane, payload: payload,
      dependencies: change.dependencies, priority: change.priority, journal: journalName)
    nextID += 1
    var taken = PendingChange(entry: entry, change: change, mayBeApplied: false)
    for place in pending.places(awaitedBy: taken) {
      taken.entry.serverIDs.merge(pending[place].entry.serverIDs) { $1 }
    }
    pending.append(taken)
    return entry.id
  }

  /// Makes a change part of one that was never sent, or takes that one back; returns which.
  func coalesced(_ change: Change) throws(OutboxError) -> Int? {
    // It may take a feature long to name it.
    let lane = change.lane
    guard change.dependencies == .none,
      let index = pending.places(in: lane).last,
      pending.changes[index].isUnsent, let earlier = pending.changes[index].change,
      // What waits for the earlier one is not to see the later one.
      !pending.dependantPlaces.contains(where: { $0 > index && pending[$0].depends(on: lane) })
    else { return nil }
    // All at once: a change that is taken out of the list is copied each time.
    var both = pending.changes[index]
    switch change.follow(earlier) {
    case .both:
      return nil
    case .cancelled:
      pending.remove([both.id])
    case .merged(let merged):
      both.entry.payload = try encoded(merged)
      // The old key may have been on the wire, and may stay on the disk, with the old content.
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

  /// The contents of entries; `nil` where this release cannot read one, which is kept for one that can.
  private func changes(in entries: [OutboxEntry]) -> [Change?] {
    Pieces(of: entries.count).reduce(into: []) { places in
      // One for all of a piece: to make one takes as long as to read a small change.
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
