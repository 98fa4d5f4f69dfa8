/// The order in which the open changes are sent.
///
/// A change stands in the line of its own ``Lane`` and in the lines of the lanes that it depends on. It
/// may be sent once it is the first one in all of them. So later changes of these lanes wait for it, too.
///
/// A change is undecided if it waits for the user, or for an earlier change that does. The user may
/// never decide, so an undecided change stands only in the line of its own lane. Refusals are rare, so
/// each one arranges all lines again.
///
/// A change whose first attempt was recorded before a restart waits only for its own lane. Its dependencies
/// had left the queue before that attempt; if one is back, only the removal of its record was not written.
struct Lanes: Sendable {
  private typealias Member = (lane: Lane, dependencies: Set<Lane>, isAttempted: Bool)

  private var members: [Int: Member] = [:]
  private var lines: [Lane: Line] = [:]
  /// The changes that wait for the user.
  private var refused: Set<Int> = []
  /// The lanes that have an undecided change.
  private var undecided: Set<Lane> = []

  var count: Int { members.count }
  /// The changes that may be first.
  var firsts: [Int] { lines.values.compactMap(\.first) }
  /// Whether all open changes wait for the user.
  var areAllRefused: Bool { refused.count == members.count }

  /// Adds the newest change.
  mutating func append(
    _ id: Int, _ lane: Lane, _ dependencies: Set<Lane>, isRefused: Bool = false,
    isAttempted: Bool = false
  ) {
    members[id] = (lane, dependencies, isAttempted)
    if isRefused { refused.insert(id) }
    enter(id)
  }

  /// Returns the last change of a lane; `nil` if a later change depends on the lane.
  func last(of lane: Lane) -> Int? {
    lines[lane]?.last.flatMap { members[$0]?.lane == lane ? $0 : nil }
  }

  /// Returns the change that has to leave before this one is sent; `nil` if there is none.
  ///
  /// The result is never greater than `id`.
  func blocker(of id: Int) -> Int? {
    guard let (lane, dependencies, isAttempted) = members[id] else { return nil }
    if let first = lines[lane]?.first, first < id { return first }
    guard !isAttempted else { return nil }
    return dependencies.compactMap { lines[$0]?.first }.filter { $0 < id }.min()
  }

  /// Whether a blocker of a change is in the change's own lane.
  func isOfSameLane(_ blocker: Int, as id: Int) -> Bool {
    members[blocker]?.lane == members[id]?.lane
  }

  /// Whether no other change and no decision of the user has to come first.
  func isFirst(_ id: Int) -> Bool { !refused.contains(id) && blocker(of: id) == nil }

  /// Removes a change, and returns the changes that may be first now.
  mutating func remove(_ id: Int) -> [Int] {
    guard let (lane, dependencies, _) = members.removeValue(forKey: id) else { return [] }
    refused.remove(id)
    // Changes that have waited for this one may no longer be undecided.
    if undecided.contains(lane) { return arrange() }
    return dependencies.union([lane]).compactMap { lane in
      lines[lane]?.remove(id)
      if lines[lane]?.isEmpty == true { lines[lane] = nil }
      return lines[lane]?.first
    }
  }

  /// Lets a change wait for the user, and returns the changes that may be first now.
  mutating func refuse(_ id: Int) -> [Int] {
    refused.insert(id)
    return arrange()
  }

  /// Lets a change with other content be sent, and returns the changes that may be first now.
  mutating func renew(_ id: Int, _ dependencies: Set<Lane>) -> [Int] {
    let wasRefused = refused.remove(id) != nil
    guard let old = members[id], wasRefused || old.isAttempted || old.dependencies != dependencies
    else { return [] }
    members[id] = (old.lane, dependencies, false)
    return arrange()
  }

  /// Builds all lines from the members, and returns the changes that may be first now.
  private mutating func arrange() -> [Int] {
    (lines, undecided) = ([:], [])
    for id in members.keys.sorted() { enter(id) }
    return firsts
  }

  /// Adds a change, which is later than all others, to its lines.
  private mutating func enter(_ id: Int) {
    guard let (lane, dependencies, isAttempted) = members[id] else { return }
    lines[lane, default: []].append(id)
    if refused.contains(id) || undecided.contains(lane)
      || !isAttempted && !undecided.isDisjoint(with: dependencies)
    {
      undecided.insert(lane)
    } else {
      for other in dependencies where other != lane { lines[other, default: []].append(id) }
    }
  }
}

/// Ids in ascending order; most leave at the head.
private typealias Line = ArraySlice<Int>

extension Line {
  fileprivate mutating func remove(_ id: Int) {
    if first == id {
      removeFirst()
    } else if let place = firstIndex(of: id) {
      remove(at: place)
    }
  }
}
