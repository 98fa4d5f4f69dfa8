import Foundation
import SyncTestSupport
import Testing

extension Sweep {
  typealias Plan = [(module: Int, fault: Fault)]

  /// Returns the damage to test: first to whole files, then single bits, lengths and pairs.
  ///
  /// A short run tests an even part of the damage to whole files.
  func plan(_ modules: [Module], _ library: Folder) -> Plan {
    let plan = wholePlan(modules, library)
    guard let only else { return plan }
    let chosen = plan.filter { module, fault in
      [modules[module].name, "\(modules[module].name): \(fault)"].contains(only)
    }
    if chosen.isEmpty { Issue.record("DAMAGE_ONLY is neither a module nor a damage of this run") }
    return chosen
  }

  private func wholePlan(_ modules: [Module], _ library: Folder) -> Plan {
    var plan = modules.indices.flatMap { module in
      structural(modules[module], library).map { (module: module, fault: $0) }
    }
    guard plan.count < variants else {
      return (0..<variants).map { plan[$0 * plan.count / variants] }
    }
    let files = modules.indices.flatMap { module in
      modules[module].files.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        .map { (module: module, name: $0.key, size: $0.value.count) }
    }
    var random = SplitMix64(seed: seed)
    var known = Set(plan.map { "\($0)" })
    var turn = 0
    while plan.count < variants {
      // Each file has the same share until all of its bits and lengths are in the plan.
      let file = files[turn % files.count]
      turn += 1
      // One byte has eight bits and one length.
      let place = Int.random(in: 0..<file.size * 9, using: &random)
      let isBit = place < file.size * 8
      var fault = Fault(isBit ? .flip : .cut, file.name, isBit ? place : place - file.size * 8)
      let other = plan[Int.random(in: plan.indices, using: &random)]
      if turn % 10 == 0, other.module == file.module { fault = Fault(fault, other.fault) }
      if known.insert("\((file.module, fault))").inserted { plan.append((file.module, fault)) }
    }
    return plan
  }

  /// Returns damage to whole files, and at the boundaries between two writes of a file.
  private func structural(_ module: Module, _ library: Folder) -> [Fault] {
    let paths = module.files.keys.sorted()
    var faults: [Fault] = []
    for path in paths {
      let size = module.files[path]?.count ?? 0
      faults += [
        Fault(.missing, path), Fault(.cut, path, 0), Fault(.doubled, path), Fault(.zeros, path, 0),
        Fault(.copied, path, path + ".copy"),
      ]
      if let version = path.range(of: #"\.v[0-9]+\."#, options: .regularExpression) {
        faults += (1...3).map { path.replacingCharacters(in: version, with: ".v\($0).") }
          .filter { $0 != path }.map { Fault(.copied, path, $0) }
      }
      faults += paths.filter { $0 > path && !module.areAlike(path, $0) }
        .map { Fault(.swapped, path, $0) }
      faults += foreign(path, module, library)
      let ends = (module.ends[path] ?? []).filter { $0 < size }
      for end in ends {
        faults += [end - 1, end, end + 1].map { Fault(.cut, path, $0) }
        faults.append(Fault(.zeros, path, end + 7))
      }
      // The first bytes of a write contain its length.
      let start = min(ends.last ?? 16, size)
      faults += (start..<min(start + 16, size)).map { Fault(.flip, path, $0 * 8 + $0 % 8) }
    }
    return faults
  }

  /// Returns replacements of one file by other modules' files; in a short run, of journals only.
  private func foreign(_ path: String, _ module: Module, _ library: Folder) -> [Fault] {
    library.keys.sorted().filter { other in
      guard !other.hasPrefix("\(module.name)/") else { return false }
      let isJournal = [path, other].allSatisfy {
        $0.contains("-changes.") || $0.contains("-reviews.")
      }
      return isJournal || variants >= 10_000
    }.map { Fault(.foreign, path, $0) }
  }
}
