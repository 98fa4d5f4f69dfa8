import Foundation
import SyncTestSupport
import Testing

extension Sweep {
  typealias Plan = [(module: Int, fault: Fault)]

  /// Returns the damage to test: first to whole files, then single bits and lengths, then pairs.
  func plan(_ modules: [Module], _ library: Folder) -> Plan {
    guard let only else { return plan(modules, library, of: Array(modules.indices)) }
    if let module = modules.firstIndex(where: { $0.name == only }) {
      return plan(modules, library, of: [module])
    }
    let parts = only.components(separatedBy: ": ")
    guard parts.count == 2, let fault = Fault(parts[1]),
      let module = modules.firstIndex(where: { $0.name == parts[0] })
    else {
      Issue.record("DAMAGE_ONLY is neither a module nor a damage: \(only)")
      return []
    }
    return [(module, fault)]
  }

  private func plan(_ modules: [Module], _ library: Folder, of wanted: [Int]) -> Plan {
    var random = SplitMix64(seed: seed)
    var plan: Plan = []
    for module in wanted {
      plan += structural(modules[module], library, &random).map { (module, $0) }
    }
    plan += bits(
      of: wanted.map { ($0, modules[$0]) }, max(0, variants - plan.count) * 9 / 10, &random)
    let single = plan
    while plan.count < variants, !single.isEmpty {
      let first = single[Int.random(in: single.indices, using: &random)]
      let second = single[Int.random(in: single.indices, using: &random)]
      guard first.module == second.module else { continue }
      plan.append((first.module, .both(first.fault, second.fault)))
    }
    return plan
  }

  /// Returns damage to whole files, and at the boundaries between two writes of a file.
  private func structural(
    _ module: Module, _ library: Folder, _ random: inout SplitMix64
  ) -> [Fault] {
    let paths = module.files.keys.sorted()
    var faults: [Fault] = []
    for path in paths {
      let size = module.files[path]?.count ?? 0
      faults += [
        .missing(path), .cut(path, length: 0), .doubled(path), .zeros(path, from: 0),
        .copied(path, to: path + " copy"),
      ]
      if let version = path.range(of: #"\.v[0-9]+\."#, options: .regularExpression) {
        faults += (1...3).map { path.replacingCharacters(in: version, with: ".v\($0).") }
          .filter { $0 != path }.map { .copied(path, to: $0) }
      }
      faults += paths.filter { $0 > path && !module.areAlike(path, $0) }.map { .swapped(path, $0) }
      faults += foreign(path, module, library, &random)
      let ends = (module.ends[path] ?? []).filter { $0 < size }
      for end in ends {
        faults += [end - 1, end, end + 1].map { .cut(path, length: $0) }
        faults.append(.zeros(path, from: end + 7))
      }
      // The first bytes of a write contain its length.
      let start = min(ends.last ?? 16, size)
      faults += (start..<min(start + 16, size)).map { .flip(path, bit: $0 * 8 + $0 % 8) }
    }
    return faults
  }

  /// Returns replacements of one file by other modules' files.
  ///
  /// A short run includes all pairs of journals, and a random quarter of the other pairs.
  private func foreign(
    _ path: String, _ module: Module, _ library: Folder, _ random: inout SplitMix64
  ) -> [Fault] {
    library.keys.sorted().filter { other in
      guard !other.hasPrefix("\(module.name)/") else { return false }
      let isJournal = [path, other].allSatisfy {
        $0.contains("-changes.") || $0.contains("-reviews.")
      }
      return isJournal || variants >= 10_000 || Int.random(in: 0..<4, using: &random) == 0
    }.map { .foreign(path, from: $0) }
  }

  /// Returns single bits and lengths: all of small files, and equally many of each large file.
  private func bits(
    of modules: [(Int, Module)], _ wanted: Int, _ random: inout SplitMix64
  ) -> Plan {
    let files = modules.flatMap { number, module in
      module.files.sorted { $0.key < $1.key }.map {
        (module: number, file: $0.key, size: $0.value.count)
      }
    }
    // One byte has eight bits and one length.
    var (share, most) = (0, files.map { $0.size * 9 }.max() ?? 0)
    while share < most {
      let middle = (share + most + 1) / 2
      let count = files.reduce(0) { $0 + min($1.size * 9, middle) }
      if count <= wanted { share = middle } else { most = middle - 1 }
    }
    var plan: Plan = []
    for (module, file, size) in files where size > 0 {
      var place = Int.random(in: 0..<size * 9, using: &random)
      let step = Self.stride(of: size * 9)
      for _ in 0..<min(size * 9, share) {
        let isBit = place < size * 8
        plan.append(
          (module, isBit ? .flip(file, bit: place) : .cut(file, length: place - size * 8)))
        place = (place + step) % (size * 9)
      }
    }
    return plan
  }

  /// Returns a step width that visits each of `count` places once, and distant ones in succession.
  private static func stride(of count: Int) -> Int {
    var step = max(1, count * 618 / 1_000)
    while divisor(step, count) > 1 { step += 1 }
    return step
  }

  private static func divisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : divisor(second, first % second)
  }
}
