import Foundation
import SyncTestSupport
import Testing

/// A run over the files of Storage and of the modules with pending changes.
///
/// Each variant damages another copy of the files of one module.
///
/// The environment selects the damage:
/// - `DAMAGE_VARIANTS`: the number of damaged directories.
/// - `DAMAGE_SEED`: the seed of the selection, if not all damage is tested.
/// - `DAMAGE_ONLY`: one module, or one damage of the run to repeat, such as `Cart: flip
///   cart-changes.v1.store 1234`.
struct Sweep {
  /// The intact files of one module.
  struct Module: Sendable {
    let name: String
    let files: Folder
    /// The lengths of each file after each of its writes.
    let ends: [String: [Int]]
    let areAlike: @Sendable (String, String) -> Bool
    let violations:
      @Sendable (Fault, _ seed: UInt64, _ library: Folder, _ again: Bool) throws -> [Violation]

    init(_ sample: Sample<some Subject>) {
      (name, files, ends) = (sample.subject.name, sample.files, sample.ends)
      areAlike = { sample.subject.areAlike(repository(of: $0), repository(of: $1)) }
      violations = { try sample.violations(of: $0, seed: $1, library: $2, again: $3) }
    }
  }

  let variants: Int
  let seed: UInt64
  let only: String?

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    variants = environment["DAMAGE_VARIANTS"].flatMap { Int($0) } ?? 300
    seed = environment["DAMAGE_SEED"].flatMap { UInt64($0) } ?? 1
    only = environment["DAMAGE_ONLY"]
  }

  /// Tests the requested number of damaged directories, and records an issue for each broken rule.
  func run() async throws {
    // A directory in memory is written and opened in a fraction of the time.
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let scratch = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "damage-\(UUID().uuidString)")
    defer {
      do { try FileManager.default.removeItem(at: scratch) } catch { Issue.record(error) }
    }
    let modules = [
      Module(try Sample(StorageSubject(), in: scratch)),
      Module(try Sample(CartSubject(), in: scratch)),
      Module(try Sample(OrdersSubject(), in: scratch)),
      Module(try Sample(ReviewsSubject(), in: scratch)),
    ]
    let library = modules.reduce(into: Folder()) { library, module in
      for (path, bytes) in module.files { library["\(module.name)/\(path)"] = bytes }
    }
    let plan = plan(modules, library)
    if only == nil { reportFigure("damaged-copies", plan.count) }
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let broken = await withTaskGroup(of: [(rule: String, text: String)].self) { group in
      for worker in 0..<workers {
        group.addTask {
          var found: [(rule: String, text: String)] = []
          for place in stride(from: worker, to: plan.count, by: workers) {
            // Lets concurrent tests proceed.
            await Task.yield()
            let (module, fault) = plan[place]
            found += play(fault, of: modules[module], library, again: place % 8 == 0)
          }
          return found
        }
      }
      return await Dictionary(grouping: group.reduce(into: []) { $0 += $1 }, by: \.rule)
    }
    for (rule, cases) in broken.sorted(by: { $0.key < $1.key }) {
      let shown = cases.map(\.text).sorted().prefix(4).joined(separator: "\n  ")
      Issue.record("\(rule), in \(cases.count) of \(plan.count) damaged folders\n  \(shown)")
    }
  }

  private func play(
    _ fault: Fault, of module: Module, _ library: Folder, again: Bool
  ) -> [(rule: String, text: String)] {
    let name = "\(module.name): \(fault)"
    var violations: [Violation]
    do {
      violations = try module.violations(fault, seed(of: name), library, again)
    } catch {
      violations = [Violation(rule: "a call throws", details: "\(error)")]
    }
    return violations.map { violation in
      ("\(module.name): \(violation.rule)", "\(name) (seed \(seed)): \(violation.details)")
    }
  }

  /// Returns a seed that depends only on the text, in every process.
  private func seed(of name: String) -> UInt64 {
    var random = SplitMix64(seed: name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
    return random.next()
  }
}
