/// The order in which the open changes are sent.
///
/// A change stands in the line of its own ``Lane`` and in the lines of the lanes that it depends on. It
/// may be sent once it is the first one in all of them. So later changes of these lanes wait for it, too.
/// A change that depends on everything is a barrier: all later changes wait for it.
///
/// A change is undecided if it waits for the user, or for an earlier change that does. The user may
/// never decide, so an undecided change stands only in the line of its own lane. Refusals are rare, so
/// each one arranges all lines again.
struct Lanes: Sendable {
  private typealias Member = (lane: Lane, dependencies: ChangeDependencies)

  private var members: [Int: Member] = [:]
  private var all = Line()
  private var lines: [Lane: Line] = [:]
  /// The changes that depend on everything, except the undecided ones.
  private var barriers = Line()
  /// The changes that wait for the user.
  private var refused: Set<Int> = []
  /// The lanes that have an undecided change.
  private var undecided: Set<Lane> = []

  var count: Int { members.count }
  /// Whether all open changes wait for the user.
  var areAllRefused: Bool { refused.count == members.count }

  /// Adds the newest change.
  mutating func append(
    _ id: Int, _ lane: Lane, _ dependencies: ChangeDependencies, isRefused: Bool = false
  ) {
    members[id] = (lane, dependencies)
    if isRefused { refused.insert(id) }
    all.append(id)
    enter(id)
  }

  /// Returns the last change of a lane; `nil` if a later change depends on the lane.
  func last(of lane: Lane) -> Int? {
    guard let last = lines[lane]?.last, members[last]?.lane == lane, barriers.last ?? 0 < last
    else { return nil }
    return last
  }

  /// Returns the change that has to leave before this one is sent; `nil` if there is none.
  ///
  /// The result is never greater than `id`.
  func blocker(of id: Int) -> Int? {
    guard let member = members[id] else { return nil }
    if let first = lines[member.lane]?.first, first < id { return first }
    let awaited: Int? =
      switch member.dependencies {
      case .none: nil
      case .lanes(let lanes): lanes.compactMap { self.lines[$0]?.first }.min()
      case .everything: all.first
      }
    return [awaited, barriers.first].compactMap(\.self).filter { $0 < id }.min()
  }

  /// Whether a blocker of a change is in the change's own lane.
  func isOfSameLane(_ blocker: Int, as id: Int) -> Bool {
    members[blocker]?.lane == members[id]?.lane
  }

  /// Whether no other change and no decision of the user has to come first.
  func isFirst(_ id: Int) -> Bool { !refused.contains(id) && blocker(of: id) == nil }

  /// Removes a change, and returns the changes that may be first now.
  mutating func remove(_ id: Int) -> [Int] {
    guard let (lane, dependencies) = members.removeValue(forKey: id) else { return [] }
    refused.remove(id)
    all.remove(id)
    // Changes that have waited for this one may no longer be undecided.
    if undecided.contains(lane) { return arrange() }
    var freed = leave(id, lane)
    switch dependencies {
    case .none: break
    case .lanes(let lanes): for lane in lanes { freed += leave(id, lane) }
    case .everything:
      barriers.remove(id)
      freed += lines.values.compactMap(\.first)
    }
    if let first = all.first, barriers.first == first { freed.append(first) }
    return freed
  }

  /// Lets a change wait for the user, and returns the changes that may be first now.
  mutating func refuse(_ id: Int) -> [Int] {
    refused.insert(id)
    return arrange()
  }

  /// Lets a change with other content be sent, and returns the changes that may be first now.
  mutating func renew(_ id: Int, _ dependencies: ChangeDependencies) -> [Int] {
    let wasRefused = refused.remove(id) != nil
    guard wasRefused || members[id]?.dependencies != dependencies else { return [] }
    members[id]?.dependencies = dependencies
    return arrange()
  }

  /// Builds all lines from the members, and returns the changes that may be first now.
  private mutating func arrange() -> [Int] {
    (lines, barriers, undecided) = ([:], [], [])
    for id in all { enter(id) }
    return lines.values.compactMap(\.first)
  }

  /// Adds a change, which is later than all others, to its lines.
  private mutating func enter(_ id: Int) {
    guard let (lane, dependencies) = members[id] else { return }
    lines[lane, default: []].append(id)
    let awaitsUser =
      switch dependencies {
      case .none: false
      case .lanes(let lanes): !undecided.isDisjoint(with: lanes)
      case .everything: !undecided.isEmpty
      }
    if awaitsUser || refused.contains(id) || undecided.contains(lane) {
      undecided.insert(lane)
    } else if case .lanes(let lanes) = dependencies {
      for other in lanes where other != lane { lines[other, default: []].append(id) }
    } else if dependencies == .everything {
      barriers.append(id)
    }
  }

  /// Removes a change from the line of a lane, and returns the first one that is left there.
  private mutating func leave(_ id: Int, _ lane: Lane) -> [Int] {
    lines[lane]?.remove(id)
    guard let first = lines[lane]?.first else {
      lines[lane] = nil
      return []
    }
    return [first]
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
