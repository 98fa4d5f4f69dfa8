/// The order in which the open changes are sent.
///
/// A change stands in the line of its own ``Lane`` and in the lines of the lanes that it depends on. It
/// may be sent once it is the first one in all of them. So later changes of these lanes wait for it, too.
/// A change that depends on everything is a barrier: all later changes wait for it.
///
/// A change is undecided if it waits for the user, or for an earlier change that does. The user may
/// never decide, so an undecided change stands only in the line of its own lane.
struct Lanes: Sendable {
  private struct Member: Sendable {
    let lane: Lane
    let dependencies: ChangeDependencies
    var isUndecided = false

    /// The lanes of the change; its own one only if it depends on everything.
    var lanes: Set<Lane> {
      if case .lanes(let others) = dependencies { others.union([lane]) } else { [lane] }
    }
  }

  private var members: [Int: Member] = [:]
  private var lines: [Lane: Line] = [:]
  private var all = Line()
  private var barriers = Line()
  /// The changes that have dependencies.
  private var dependents = Line()
  private var refused: Set<Int> = []
  /// The first undecided change of each lane that has one.
  private var undecided: [Lane: Int] = [:]

  var count: Int { members.count }
  /// Whether all open changes wait for the user.
  var isRefused: Bool { refused.count == members.count }

  mutating func append(_ id: Int, _ lane: Lane, _ dependencies: ChangeDependencies) {
    members[id] = Member(lane: lane, dependencies: dependencies)
    all.insert(id)
    lines[lane, default: Line()].insert(id)
    guard dependencies != .none else { return }
    dependents.insert(id)
    if isUndecided(id) {
      members[id]?.isUndecided = true
      noteUndecided(id)
    } else {
      enter(id)
    }
  }

  /// Returns the last change of a lane; `nil` if a later change depends on the lane.
  func last(of lane: Lane) -> Int? {
    guard let last = lines[lane]?.last, members[last]?.lane == lane,
      !dependents.suffix(after: last).contains(where: { depends($0, on: lane) })
    else { return nil }
    return last
  }

  private func depends(_ id: Int, on lane: Lane) -> Bool {
    members[id].map { $0.dependencies == .everything || $0.lanes.contains(lane) } ?? false
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

  /// Whether the first blocker of a change is in the change's own lane.
  func isOfSameLane(_ blocker: Int, as id: Int) -> Bool {
    members[blocker]?.lane == members[id]?.lane
  }

  /// Whether no other change and no decision of the user has to come first.
  func isFirst(_ id: Int) -> Bool { !refused.contains(id) && blocker(of: id) == nil }

  /// Removes a change, and returns the changes that may be first now.
  mutating func remove(_ id: Int) -> [Int] {
    guard let member = members.removeValue(forKey: id) else { return [] }
    all.remove(id)
    lines[member.lane]?.remove(id)
    var freed = firsts(of: [member.lane])
    if freed.isEmpty { lines[member.lane] = nil }
    if member.dependencies != .none {
      dependents.remove(id)
      freed += leave(id, member)
    }
    if refused.remove(id) != nil || undecided[member.lane] == id { freed += decideAgain() }
    if let first = all.first, barriers.first == first { freed.append(first) }
    return freed
  }

  /// Lets a change wait for the user, and returns the changes that may be first now.
  mutating func refuse(_ id: Int) -> [Int] {
    refused.insert(id)
    return decideAgain()
  }

  /// Lets a refused change be sent, and returns the changes that may be first now.
  mutating func reopen(_ id: Int) -> [Int] {
    refused.remove(id)
    return decideAgain() + [id]
  }

  // MARK: Undecided changes

  private func isUndecided(_ id: Int) -> Bool {
    guard let member = members[id] else { return false }
    if refused.contains(id) || (member.dependencies == .everything && !undecided.isEmpty) {
      return true
    }
    return member.lanes.contains { lane in undecided[lane].map { $0 < id } ?? false }
  }

  private mutating func noteUndecided(_ id: Int) {
    guard let lane = members[id]?.lane else { return }
    undecided[lane] = min(undecided[lane] ?? id, id)
  }

  /// Finds the undecided changes again, after a refusal or a decision of the user.
  private mutating func decideAgain() -> [Int] {
    undecided = [:]
    var freed: [Int] = []
    for id in refused.union(dependents.ids).sorted() {
      let isUndecided = isUndecided(id)
      if isUndecided { noteUndecided(id) }
      guard let member = members[id], isUndecided != member.isUndecided else { continue }
      members[id]?.isUndecided = isUndecided
      if isUndecided {
        freed += leave(id, member)
      } else {
        enter(id)
        freed.append(id)
      }
    }
    return freed
  }

  /// Adds a change to the lines of the lanes that it depends on.
  private mutating func enter(_ id: Int) {
    switch members[id]?.dependencies {
    case .lanes(let lanes): for lane in lanes { lines[lane, default: Line()].insert(id) }
    case .everything: barriers.insert(id)
    case .some(.none), nil: break
    }
  }

  /// Removes a change from all lines but that of its own lane; returns those that may be first now.
  private mutating func leave(_ id: Int, _ member: Member) -> [Int] {
    switch member.dependencies {
    case .none: return []
    case .lanes(let lanes):
      for lane in lanes where lane != member.lane { lines[lane]?.remove(id) }
      return firsts(of: lanes)
    case .everything:
      barriers.remove(id)
      return firsts(of: lines.keys)
    }
  }

  private func firsts(of lanes: some Sequence<Lane>) -> [Int] {
    lanes.compactMap { lines[$0]?.first }
  }
}
