/// Returns the duration of `body` in milliseconds.
package func timed(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start) / .milliseconds(1)
}

/// An unexpected result, which ends the run.
package struct Refusal: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
