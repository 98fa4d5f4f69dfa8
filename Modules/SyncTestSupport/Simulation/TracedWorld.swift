/// A world that a simulation plays step by step, with a trace of its events.
package protocol TracedWorld: AnyObject {
  associatedtype Step
  /// The log of events, the same for the same seed.
  var trace: [String] { get set }
  /// The broken rules, in order.
  var broken: [String] { get set }

  /// Performs one step.
  func perform(_ step: Step) throws
  /// Ends all faults, waits until nothing moves, and checks the final state.
  func heal() throws
  /// Ends the app, and lets its tasks finish.
  func end()
}

extension TracedWorld {
  /// Performs the steps in order, each after its description in the trace.
  package func perform(_ steps: [Step], isTracing: Bool) throws {
    for step in steps {
      // Formatting the step costs more than performing it.
      if isTracing { trace.append("— \(step)") }
      try perform(step)
    }
  }

  /// Plays a scenario to its end, ends all faults, and returns what it has found.
  package func play(_ steps: [Step], isTracing: Bool) throws -> Outcome {
    try perform(steps, isTracing: isTracing)
    try heal()
    end()
    return Outcome(violations: broken, trace: trace)
  }

  /// Adds a broken rule.
  package func breaks(_ rule: String) {
    trace.append("BROKEN: \(rule)")
    if !broken.contains(rule) { broken.append(rule) }
  }
}
