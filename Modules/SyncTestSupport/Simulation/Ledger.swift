import Synchronization

/// The trace of a simulation and the first rule that was broken.
package final class Ledger: Sendable {
  private let lines = Mutex<[String]>([])
  private let first = Mutex<String?>(nil)
  private let count = Mutex(0)
  private let isTracing: Bool

  package init(isTracing: Bool) {
    self.isTracing = isTracing
  }

  package var trace: [String] { lines.withLock { $0 } }
  package var violation: String? { first.withLock { $0 } }

  /// Number of calls that have begun and not returned.
  package var underWay: Int { count.withLock { $0 } }

  package func begin() { count.withLock { $0 += 1 } }

  package func end() { count.withLock { $0 -= 1 } }

  package func note(_ line: @autoclosure () -> String) {
    guard isTracing else { return }
    let line = line()
    lines.withLock { $0.append(line) }
  }

  /// Checks a rule, and records it if it is the first broken one.
  package func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    guard !holds, violation == nil else { return }
    let rule = rule()
    first.withLock { $0 = rule }
    note("BROKEN: \(rule)")
  }
}
