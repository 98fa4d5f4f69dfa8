import Foundation
import SyncTestSupport
import Synchronization
import Testing

@Suite("Damage to the files of every module")
struct DamageSweepTests {
  @Test(.timeLimit(.minutes(60)))
  func `is never another value, a lost change or a crash without an error`() async throws {
    try await Sweep.run()
  }
}

/// Damages the files of all modules, one copy after the other, and looks at what becomes of each.
///
/// `DAMAGE_VARIANTS` is how many, `DAMAGE_SEED` chooses other ones, and `DAMAGE_ONLY` plays one again:
/// the line of a failure, such as `Cart: flip cart-changes.v1.store 1234`.
enum Sweep {
  private static let environment = ProcessInfo.processInfo.environment
  private static let variants = environment["DAMAGE_VARIANTS"].flatMap { Int($0) } ?? 3_000
  private static let seed = environment["DAMAGE_SEED"].flatMap { UInt64($0) } ?? 1

  /// Damage to one module's files, ready to be played.
  private struct Module: Sendable {
    let name: String
    let files: Folder
    let lengths: [String: [Int]]
    let play: @Sendable (Fault, _ seed: UInt64, _ library: Folder, _ again: Bool) throws -> [Violation]

    init(_ sample: Sample<some Subject>) {
      (name, files, lengths) = (sample.subject.name, sample.files, sample.lengths)
      play = { try sample.violations(of: $0, seed: $1, library: $2, again: $3) }
    }
  }

  static func run() async throws {
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let scratch = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "damage-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: scratch) } catch {} }
    let modules = [
      Module(try Sample(StorageSubject(), in: scratch)),
      Module(try Sample(CartSubject(), in: scratch)),
      Module(try Sample(AddressesSubject(isUpdate: false), in: scratch)),
      Module(try Sample(AddressesSubject(isUpdate: true), in: scratch)),
      Module(try Sample(ReviewsSubject(), in: scratch)),
      Module(try Sample(MenuSubject(), in: scratch)),
      Module(try Sample(CitiesSubject(isMigrating: false), in: scratch)),
      Module(try Sample(CitiesSubject(isMigrating: true), in: scratch)),
    ]
    let library = modules.reduce(into: Folder()) { library, module in
      for (path, bytes) in module.files { library["\(module.name)/\(path)"] = bytes }
    }
    let faults = plan(modules, library)
    if environment["DAMAGE_LIST"] != nil {
      for (path, bytes) in library.sorted(by: { $0.key < $1.key }) { print(bytes.count, path) }
    }
    let findings = Findings()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          while let place = findings.next(of: faults.count) {
            // Tests beside this one have limits.
            await Task.yield()
            let (number, fault) = faults[place]
            play(fault, of: modules[number], library, again: place % 8 == 0, findings)
          }
        }
      }
    }
    let broken = findings.all
    for (rule, cases) in broken.sorted(by: { $0.key < $1.key }) {
      let shown = cases.sorted().prefix(environment["DAMAGE_ALL"] == nil ? 4 : .max)
      Issue.record("\(rule), \(cases.count) times\n  \(shown.joined(separator: "\n  "))")
    }
    print(findings.times)
    print("damage: \(faults.count) variants of \(library.count) files, \(broken.count) rules broken")
  }

  private static func play(
    _ fault: Fault, of module: Module, _ library: Folder, again: Bool, _ findings: Findings
  ) {
    let name = "\(module.name): \(fault)"
    var violations: [Violation]
    do {
      let start = ContinuousClock.now
      violations = try module.play(fault, seed(of: name), library, again)
      findings.spend(ContinuousClock.now - start, on: module.name)
    } catch {
      violations = [Violation(rule: "a call throws", details: "\(error)")]
    }
    for violation in violations {
      findings.note(
        "\(module.name): \(violation.rule)", "\(name) (seed \(seed)): \(violation.details)")
    }
  }

  /// What was found so far, and how far it has come.
  private final class Findings: Sendable {
    private let place = Atomic(0)
    private let broken = Mutex<[String: [String]]>([:])
    private let spent = Mutex<[String: (Duration, Int)]>([:])

    func spend(_ time: Duration, on module: String) {
      spent.withLock { $0[module, default: (.zero, 0)].0 += time; $0[module, default: (.zero, 0)].1 += 1 }
    }
    var times: String {
      spent.withLock { $0.map { "\($0): \($1.1) in \($1.0) = \($1.0 / $1.1)" }.sorted().joined(separator: "\n") }
    }

    var all: [String: [String]] { broken.withLock { $0 } }

    func next(of count: Int) -> Int? {
      let place = place.add(1, ordering: .relaxed).oldValue
      return place < count ? place : nil
    }

    func note(_ rule: String, _ text: String) {
      broken.withLock { $0[rule, default: []].append(text) }
    }
  }

  /// A seed that depends on nothing but the text, in every run.
  private static func seed(of name: String) -> UInt64 {
    var random = SplitMix64(
      seed: name.utf8.reduce(seed ^ 14_695_981_039_346_656_037) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      })
    return random.next()
  }

  private static func plan(_ modules: [Module], _ library: Folder) -> [(module: Int, fault: Fault)] {
    if let only = environment["DAMAGE_ONLY"] {
      let parts = only.components(separatedBy: ": ")
      guard parts.count == 2, let fault = Fault(parts[1]),
        let module = modules.firstIndex(where: { $0.name == parts[0] })
      else {
        let wanted = modules.firstIndex { $0.name == only }
        guard let wanted else {
          Issue.record("DAMAGE_ONLY names no damage: \(only)")
          return []
        }
        return plan(modules, library, only: [wanted])
      }
      return [(module, fault)]
    }
    return plan(modules, library, only: Array(modules.indices))
  }

  private static func plan(
    _ modules: [Module], _ library: Folder, only: [Int]
  ) -> [(module: Int, fault: Fault)] {
    var random = SplitMix64(seed: seed)
    var faults: [(module: Int, fault: Fault)] = []
    for module in only {
      faults += structural(modules[module], library).map { (module, $0) }
    }
    // Every bit and every length, in an order that the seed decides.
    var places: [(module: Int, file: String, place: Int)] = []
    var files: [(module: Int, file: String, count: Int)] = []
    for module in only {
      for (file, bytes) in modules[module].files.sorted(by: { $0.key < $1.key }) {
        files.append((module, file, bytes.count * 9))
      }
    }
    let left = max(0, variants - faults.count) * 9 / 10
    let total = files.reduce(0) { $0 + $1.count }
    // Of large files as many as of small ones, so that each small one is swept completely.
    var share = 1
    while files.reduce(0, { $0 + min($1.count, share * 2) }) <= left, share < total { share *= 2 }
    for (module, file, count) in files {
      let wanted = min(count, max(share, 1))
      let step = stride(of: count)
      var place = Int.random(in: 0..<max(count, 1), using: &random)
      for _ in 0..<wanted {
        places.append((module, file, place))
        place = (place + step) % max(count, 1)
      }
    }
    faults += places.map { module, file, place in
      let size = modules[module].files[file]?.count ?? 0
      return (module, place < size * 8 ? .flip(file, bit: place) : .cut(file, length: place - size * 8))
    }
    let single = faults.filter { if case .both = $0.fault { false } else { true } }
    while faults.count < variants, !single.isEmpty {
      let first = single[Int.random(in: 0..<single.count, using: &random)]
      let others = single[Int.random(in: 0..<single.count, using: &random)]
      guard first.module == others.module else { continue }
      faults.append((first.module, .both(first.fault, others.fault)))
    }
    return faults
  }

  /// A step through all of so many places that visits each once, far from the last.
  private static func stride(of count: Int) -> Int {
    var step = max(1, Int(Double(count) * 0.618))
    while gcd(step, count) > 1 { step += 1 }
    return step
  }

  private static func gcd(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : gcd(second, first % second)
  }

  /// What can happen to whole files, and at the borders of what was appended.
  private static func structural(_ module: Module, _ library: Folder) -> [Fault] {
    let paths = module.files.keys.sorted()
    var faults: [Fault] = []
    for path in paths {
      let size = module.files[path]?.count ?? 0
      faults += [
        .missing(path), .cut(path, length: 0), .doubled(path), .zeros(path, from: 0),
        .copied(path, to: path + " copy"),
      ]
      if let version = path.range(of: #"\.v[0-9]+\."#, options: .regularExpression) {
        for other in 1...3 {
          let name = path.replacingCharacters(in: version, with: ".v\(other).")
          if name != path { faults.append(.copied(path, to: name)) }
        }
      }
      faults += paths.filter { $0 > path }.map { .swapped(path, $0) }
      faults += library.keys.sorted().filter { !$0.hasPrefix("\(module.name)/") }
        .map { .foreign(path, from: $0) }
      let lengths = (module.lengths[path] ?? []).filter { $0 < size }
      for length in lengths {
        faults += [length - 1, length, length + 1].map { .cut(path, length: $0) }
        faults.append(.zeros(path, from: length + 7))
      }
      // What says how long the last append is stands at its beginning.
      let start = min(lengths.last ?? 16, size)
      faults += (start..<min(start + 16, size)).map { .flip(path, bit: $0 * 8 + $0 % 8) }
    }
    return faults
  }
}
