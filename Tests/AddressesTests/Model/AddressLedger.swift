import Synchronization

/// What happened in a simulation, and the first promise that was broken.
final class AddressLedger: Sendable {
  private struct State {
    var lines: [String] = []
    var violation: String?
  }

  private let state = Mutex(State())
  private let isTracing: Bool

  init(isTracing: Bool) {
    self.isTracing = isTracing
  }

  var violation: String? { state.withLock { $0.violation } }
  var trace: [String] { state.withLock { $0.lines } }

  func note(_ line: @autoclosure () -> String) {
    guard isTracing else { return }
    let line = line()
    state.withLock { $0.lines.append(line) }
  }

  func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    guard !holds else { return }
    let rule = rule()
    note("BROKEN: \(rule)")
    state.withLock { $0.violation = $0.violation ?? rule }
  }
}
