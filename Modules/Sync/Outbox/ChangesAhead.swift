/// An index of the changes that block a later one, built in one walk over the queue.
///
/// A change waits for the earlier changes of its lane and of the lanes that it depends on. Later
/// changes of those lanes wait for it in turn, so that an order is for the cart that the user saw.
/// A change that waits for a decision of the user blocks only the changes that depend on it,
/// because the decision may come at any time or never.
struct ChangesAhead {
  /// The first change of each lane, and of all lanes.
  private var heads: [Lane: Int] = [:]
  private var first: Int?
  /// The first change that depends on each lane, and the first that depends on all lanes.
  private var waiting: [Lane: Int] = [:]
  private var barrier: Int?
  /// The lanes with a change that waits for a decision.
  private var stuck: Set<Lane> = []

  /// Returns the first change of a lane.
  func head(of lane: Lane) -> Int? { heads[lane] }

  /// Returns the first change that blocks `entry`, other than by being ahead in its lane.
  func blocker(of entry: OutboxEntry) -> Int? {
    let awaited: Int? =
      switch entry.dependencies {
      case .none: nil
      case .lanes(let lanes): lanes.compactMap { heads[$0] }.min()
      case .everything: first
      }
    return [awaited, waiting[entry.lane], barrier].compactMap(\.self).min()
  }

  /// Adds `entry` to the changes that block later ones.
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
