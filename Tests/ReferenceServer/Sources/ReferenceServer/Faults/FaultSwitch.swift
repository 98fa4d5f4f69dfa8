import Synchronization

/// Which requests go wrong when they do not say so themselves.
final class FaultSwitch: Sendable {
  /// What is asked of the switch.
  struct Mode: Decodable, Sendable {
    /// How likely each fault is, together 1 at most; no request has two of them.
    let probabilities: [String: Double]
    /// Where the sequence begins; the server's own seed when it is missing.
    let seed: UInt64?
  }

  private struct State {
    var faults: [(fault: Fault, upTo: Double)] = []
    var random: SplitMix64
  }

  private let seed: UInt64
  private let state: Mutex<State>

  /// Makes a switch that is off.
  init(seed: UInt64) {
    self.seed = seed
    state = Mutex(State(random: SplitMix64(seed: seed)))
  }

  /// Begins a new sequence; the same mode brings the same one.
  ///
  /// - Returns: Whether the mode could be used; nothing changes when not.
  func set(_ mode: Mode) -> Bool {
    var faults: [(fault: Fault, upTo: Double)] = []
    var sum = 0.0
    for (name, probability) in mode.probabilities.sorted(by: { $0.key < $1.key }) {
      guard let fault = Fault(name), (0...1).contains(probability) else { return false }
      sum += probability
      faults.append((fault, sum))
    }
    // Ten tenths are a little more than one.
    guard sum < 1 + 1e-9 else { return false }
    state.withLock { [faults] in
      $0 = State(faults: faults, random: SplitMix64(seed: mode.seed ?? seed))
    }
    return true
  }

  /// What goes wrong with the next request.
  func next() -> [Fault] {
    state.withLock { state in
      guard !state.faults.isEmpty else { return [] }
      let dice = Double.random(in: 0..<1, using: &state.random)
      return state.faults.first { dice < $0.upTo }.map { [$0.fault] } ?? []
    }
  }
}
