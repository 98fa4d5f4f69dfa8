/// What is ahead of a change in the queue, as far as it has no answer.
///
/// A change waits for its lane and for the lanes that it depends on. Those who change a lane later wait
/// for it in turn, so that an order is for the cart that the user saw. What waits for a decision of the
/// user's holds up what depends on it and no more: nobody knows for how long.
struct ChangesAhead {
  /// The first change of each lane, and of all.
  private var heads: [Lane: Int] = [:]
  private var first: Int?
  /// The first change that waits for a lane, and for all lanes.
  private var waiting: [Lane: Int] = [:]
  private var barrier: Int?
  /// The lanes in which something waits for a decision.
  private var stuck: Set<Lane> = []

  /// The change of the same lane that comes first.
  func head(of lane: Lane) -> Int? { heads[lane] }

  /// The change of another lane that comes first.
  func blocker(of entry: OutboxEntry) -> Int? {
    let awaited: Int? =
      switch entry.dependencies {
      case .none: nil
      case .lanes(let lanes): lanes.compactMap { heads[$0] }.min()
      case .everything: first
      }
    return [awaited, waiting[entry.lane], barrier].compactMap(\.self).min()
  }

  /// Goes on to the next change.
  mutating func pass(_ entry: OutboxEntry, needsDecision: Bool) {
    if heads[entry.lane] == nil { heads[entry.lane] = entry.id }
    first = first ?? entry.id
    if needsDecision || waitsForDecision(entry) {
      stuck.insert(entry.lane)
      return
    }
    switch entry.dependencies {
    case .none: break
    case .lanes(let lanes):
      for lane in lanes { waiting[lane] = waiting[lane] ?? entry.id }
    case .everything: barrier = barrier ?? entry.id
    }
  }

  private func waitsForDecision(_ entry: OutboxEntry) -> Bool {
    switch entry.dependencies {
    case .none: stuck.contains(entry.lane)
    case .lanes(let lanes): stuck.contains(entry.lane) || !stuck.isDisjoint(with: lanes)
    case .everything: !stuck.isEmpty
    }
  }
}
