import SyncTestSupport

extension Scenario: SimulatedWorld {
  func play(isTracing: Bool) -> Outcome {
    OutboxSimulation.play(self, isTracing: isTracing)
  }

  /// Removes steps, then faults, as long as the scenario still fails.
  func shrunk(while isBroken: (Scenario) throws -> Bool) rethrows -> Scenario {
    var smallest = try leavingStepsOut(while: isBroken)
    for index in faults.indices.reversed() where faults[index] != .none {
      var smaller = smallest
      smaller.faults[index] = .none
      if try isBroken(smaller) { smallest = smaller }
    }
    while smallest.faults.last == Fault.none { smallest.faults.removeLast() }
    return smallest == self ? self : try smallest.shrunk(while: isBroken)
  }
}
