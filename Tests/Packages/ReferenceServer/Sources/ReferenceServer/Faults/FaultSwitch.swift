import Synchronization

/// The source of random faults for requests without the header `Sandbox-Fault`.
final class FaultSwitch: Sendable {
  /// The settings of the switch.
  struct Mode: Decodable, Sendable {
    /// The probability of each fault, at most 1 in total; a request has at most one fault.
    let probabilities: [String: Double]
    /// The seed of the random sequence; the server's seed if missing.
    let seed: UInt64?
  }

  private struct State {
    var faults: [(fault: Fault, upTo: Double)] = []
    var random: SplitMix64
  }

  private let seed: UInt64
  private let state: Mutex<State>

  /// Creates a switch without faults.
  init(seed: UInt64) {
    self.seed = seed
    state = Mutex(State(random: SplitMix64(seed: seed)))
  }

  /// Starts a new sequence of faults, the same for the same mode.
  ///
  /// - Returns: Whether the mode is valid; an invalid mode changes nothing.
  func set(_ mode: Mode) -> Bool {
    var faults: [(fault: Fault, upTo: Double)] = []
    var sum = 0.0
    for (name, probability) in mode.probabilities.sorted(by: { $0.key < $1.key }) {
      guard let fault = Fault(name), (0...1).contains(probability) else { return false }
      sum += probability
      faults.append((fault, sum))
    }
    // The tolerance allows for rounding: ten times 0.1 may exceed 1.
    guard sum < 1 + 1e-9 else { return false }
    state.withLock { [faults] in
      $0 = State(faults: faults, random: SplitMix64(seed: mode.seed ?? seed))
    }
    return true
  }

  /// Returns the faults of the next request.
  func next() -> [Fault] {
    state.withLock { state in
      guard !state.faults.isEmpty else { return [] }
      let dice = Double.random(in: 0..<1, using: &state.random)
      return state.faults.first { dice < $0.upTo }.map { [$0.fault] } ?? []
    }
  }
}
