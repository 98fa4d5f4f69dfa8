#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The changes of a queue, the oldest first, indexed by id and by ``Lane``.
struct PendingChanges<Change: OutboxChange>: Sendable {
  /// The entries of all changes.
  ///
  /// Iterating over this array is faster than iterating over the ``PendingChanges`` collection.
  private(set) var entries: [PendingChange] = []
  /// The decoded changes; `nil` for each that this release cannot decode.
  private var contents: [Change?] = []
  /// The ids of the changes, in ascending sequence, for the binary search of ``index(of:)``.
  private var ids: [Int] = []
  /// The ids of the changes of each ``Lane``, the oldest first.
  private var lanes: [Lane: [Int]] = [:]
  /// The ids of the changes that have ``OutboxChange/dependencies``.
  private var dependents: [Int] = []
  /// The priorities of the changes that are being sent, by id.
  private(set) var inFlight: [Int: SendPriority] = [:]
  /// The number of mutations of this collection, including assignments of an equal entry.
  private(set) var revision = 0

  /// Returns the position of the change with this id, found by binary search; `nil` if there is none.
  func index(of id: Int) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// Returns the positions in ``entries`` of the changes of a lane, the oldest first.
  func positions(in lane: Lane) -> some BidirectionalCollection<Int> {
    (lanes[lane] ?? []).lazy.compactMap(index(of:))
  }

  /// The positions in ``entries`` of the changes that have ``OutboxChange/dependencies``, the oldest
  /// first.
  var dependentPositions: some Collection<Int> { dependents.lazy.compactMap(index(of:)) }

  /// Returns the positions in ``entries`` of the changes that have to be applied before `change`.
  ///
  /// `change` is a new change that is not in the queue yet.
  func positions(awaitedBy change: PendingChange) -> [Int] {
    switch change.entry.dependencies {
    case .none: Array(positions(in: change.lane))
    case .lanes(let lanes): lanes.union([change.lane]).flatMap(positions(in:)).sorted()
    case .everything: Array(indices)
    }
  }

  /// Reserves memory for a total of `count` changes.
  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    contents.reserveCapacity(count)
    ids.reserveCapacity(count)
  }

  /// Appends an entry and its decoded change; `change` is `nil` if this release cannot decode it.
  ///
  /// The entry's id must be higher than all ids in the queue.
  mutating func append(_ entry: PendingChange, _ change: Change?) {
    revision += 1
    ids.append(entry.id)
    lanes[entry.lane, default: []].append(entry.id)
    if entry.entry.dependencies != .none { dependents.append(entry.id) }
    entries.append(entry)
    contents.append(change)
  }

  /// Returns the decoded change at a position; `nil` if this release cannot decode it.
  func change(at index: Int) -> Change? { contents[index] }

  /// Replaces the change at a position with `change`, which has the same lane.
  ///
  /// `payload` is `change` as JSON.
  mutating func replaceChange(at index: Int, with change: Change, payload: Data) {
    contents[index] = change
    self[index].entry.payload = payload
    self[index].isReadable = true
  }

  /// Returns the change at this index in the form that a model receives.
  ///
  /// `reason` is the reason why the change is still queued.
  func item(at index: Int, because reason: WaitReason) -> OutboxItem<Change> {
    let entry = entries[index]
    return OutboxItem(
      id: entry.id, lane: entry.lane, change: contents[index],
      mayBeApplied: entry.mayBeApplied && !entry.isApplied, failures: entry.failures,
      reason: reason, refusal: entry.refusal(of: Change.self))
  }

  /// Removes the changes with these ids; ignores ids that are not in the queue.
  mutating func remove(_ gone: some Collection<Int>) {
    revision += 1
    for id in gone {
      guard let index = index(of: id) else { continue }
      ids.remove(at: index)
      contents.remove(at: index)
      let lane = entries.remove(at: index).lane
      lanes[lane]?.removeAll { $0 == id }
      if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
      dependents.removeAll { $0 == id }
      inFlight[id] = nil
    }
  }
}

extension PendingChanges: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  /// The entry at a position; a new value must have the same id, lane and dependencies.
  subscript(index: Int) -> PendingChange {
    get { entries[index] }
    set {
      revision += 1
      inFlight[newValue.id] = newValue.isInFlight ? newValue.entry.priority : nil
      entries[index] = newValue
    }
  }
}
