/// The changes of a queue in the order in which they were made; each is found by its id and by its
/// lane, however many there are.
struct PendingChanges<Change: OutboxChange>: Sendable {
  /// All of them; an array is walked faster than anything around it.
  private(set) var changes: [PendingChange<Change>] = []
  /// Their ids, which only grow.
  private var ids: [Int] = []
  /// The ids of each lane's changes, the oldest first.
  private var lanes: [Lane: [Int]] = [:]
  /// The ids of those that wait for other lanes too.
  private var dependants: [Int] = []
  /// Those that are on their way, by their ids, and how much they matter.
  private(set) var inFlight: [Int: Priority] = [:]
  /// Counts what was done to them, so that whoever has read them can tell whether that still holds.
  private(set) var revision = 0

  /// Found by halving.
  func index(of id: Int) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// Where the changes of a lane are, the oldest first.
  func places(in lane: Lane) -> some BidirectionalCollection<Int> {
    (lanes[lane] ?? []).lazy.compactMap(index(of:))
  }

  /// Where those are that wait for other lanes too, the oldest first.
  var dependantPlaces: some Collection<Int> { dependants.lazy.compactMap(index(of:)) }

  /// Where those are that a change behind them all waits for, the oldest first.
  func places(awaitedBy change: PendingChange<Change>) -> [Int] {
    switch change.entry.dependencies {
    case .none: Array(places(in: change.lane))
    case .lanes(let lanes): lanes.union([change.lane]).flatMap(places(in:)).sorted()
    case .everything: Array(indices)
    }
  }

  /// Makes room for so many.
  mutating func reserveCapacity(_ count: Int) {
    changes.reserveCapacity(count)
    ids.reserveCapacity(count)
  }

  /// Adds one behind all others.
  mutating func append(_ change: PendingChange<Change>) {
    revision += 1
    ids.append(change.id)
    lanes[change.lane, default: []].append(change.id)
    if change.entry.dependencies != .none { dependants.append(change.id) }
    changes.append(change)
  }

  /// Removes those that are there.
  mutating func remove(_ gone: some Collection<Int>) {
    revision += 1
    for id in gone {
      guard let index = index(of: id) else { continue }
      ids.remove(at: index)
      let lane = changes.remove(at: index).lane
      lanes[lane]?.removeAll { $0 == id }
      if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
      dependants.removeAll { $0 == id }
      inFlight[id] = nil
    }
  }
}

extension PendingChanges: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { changes.count }

  /// One of them; its id, its lane and what it depends on stay as they are.
  subscript(index: Int) -> PendingChange<Change> {
    get { changes[index] }
    set {
      revision += 1
      inFlight[newValue.id] = newValue.isInFlight ? newValue.entry.priority : nil
      changes[index] = newValue
    }
  }
}
