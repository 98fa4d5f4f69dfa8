#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

extension Outbox {
  /// How many changes may be waiting for an answer.
  static var capacity: Int { 1_000 }

  /// Reads the journal, once.
  func load() async throws(OutboxError) {
    guard !isLoaded else { return }
    let entries: [OutboxEntry]
    do { entries = try await journal.entries() } catch { throw .journal(error) }
    // Another caller may have been faster.
    guard !isLoaded else { return }
    isLoaded = true
    pending = entries.sorted { $0.id < $1.id }
      .map {
        PendingChange(entry: $0, change: decoded($0.payload), mayBeApplied: $0.outcome == nil)
      }
    nextID = (pending.last?.id ?? 0) + 1
    changed()
  }

  func take(_ change: Change) async throws(OutboxError) -> Persistence {
    let payload = try encoded(change)
    if let persistence = try await coalesced(change) { return persistence }
    guard pending.count(where: { !$0.isApplied }) < Self.capacity else {
      throw .full(limit: Self.capacity)
    }
    let entry = OutboxEntry(
      id: nextID, key: makeKey(), lane: change.lane, payload: payload,
      dependencies: change.dependencies, priority: change.priority)
    nextID += 1
    var taken = PendingChange(entry: entry, change: change, mayBeApplied: false)
    for earlier in pending where taken.depends(on: earlier.lane) {
      taken.entry.serverIDs.merge(earlier.entry.serverIDs) { $1 }
    }
    pending.append(taken)
    return await record([entry.id])
  }

  /// Makes a change part of one that was never sent, or takes that one back.
  private func coalesced(_ change: Change) async throws(OutboxError) -> Persistence? {
    // It may take a feature long to name it.
    let lane = change.lane
    guard change.dependencies == .none,
      let index = pending.lastIndex(where: { $0.lane == lane }),
      pending[index].isUnsent, let earlier = pending[index].change,
      // What waits for the earlier one is not to see the later one.
      !pending[(index + 1)...].contains(where: { $0.depends(on: lane) })
    else { return nil }
    let id = pending[index].id
    switch change.follow(earlier) {
    case .both:
      return nil
    case .cancelled:
      pending.remove(at: index)
    case .merged(let merged):
      // The old key may have been on the wire, and may stay on the disk, with the old content.
      pending[index].entry.key = makeKey()
      pending[index].entry.payload = try encoded(merged)
      pending[index].entry.priority = merged.priority
      pending[index].change = merged
    }
    return await record([id])
  }

  func encoded(_ change: Change) throws(OutboxError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return try encoder.encode(change) } catch { throw .notEncodable("\(error)") }
  }

  private func decoded(_ payload: Data) -> Change? {
    // What this release cannot read is kept for one that can.
    do { return try JSONDecoder().decode(Change.self, from: payload) } catch { return nil }
  }
}
