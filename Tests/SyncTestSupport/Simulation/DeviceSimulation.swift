package import Synchronization

/// A world with an app in it, in which nothing happens but one step after the other.
package protocol DeviceSimulation: AnyObject {
  /// Something that the user, the server or the world does.
  associatedtype Step

  var executor: SimulationExecutor { get }
  var clock: VirtualClock { get }
  var ledger: Ledger { get }

  /// Nothing can happen any more before time goes on; what the world knows of the app's gate is true now.
  func cameToRest()
  func perform(_ step: Step)
  /// Looks for broken promises.
  func look()
  /// Lets everything be well again, and looks whether everything has arrived.
  func finish()
}

extension DeviceSimulation {
  /// Plays a world to its end, or until a promise is broken.
  package func play(_ steps: [Step]) {
    for step in steps where ledger.violation == nil {
      ledger.note("— \(step)")
      perform(step)
      look()
    }
    if ledger.violation == nil { finish() }
  }

  /// Runs until nothing can happen before time goes on.
  package func rest() {
    for _ in 0..<50_000 where !executor.step() { return cameToRest() }
    ledger.expect(false, "it never comes to rest")
  }

  /// Goes on in time until nobody waits for anything.
  package func quiesce() {
    for _ in 0..<3_000 {
      rest()
      guard ledger.violation == nil, clock.advance() else { return }
    }
    ledger.expect(false, "it waits for ever")
  }

  /// Runs until a call has been answered.
  package func answer<Answer: Sendable>(
    _ call: @escaping @Sendable () async -> Answer
  ) -> Answer? {
    let reply = Reply<Answer>()
    Task(executorPreference: executor) {
      let answer = await call()
      reply.answer.withLock { $0 = answer }
    }
    for _ in 0..<50_000 {
      if let answer = reply.answer.withLock({ $0 }) { return answer }
      if !executor.step() && !clock.advance() { break }
    }
    ledger.expect(false, "a call is never answered")
    return nil
  }
}

/// The place for one answer.
package final class Reply<Answer: Sendable>: Sendable {
  package let answer = Mutex<Answer?>(nil)

  package init() {}
}

/// Names whatever has an id, no two alike in all lives of an app.
package final class SimulatedIDs: Sendable {
  private let count = Mutex(0)
  private let life: Int

  package init(life: Int) {
    self.life = life
  }

  package func next() -> String {
    count.withLock { count in
      count += 1
      return "\(life)-\(count)"
    }
  }
}
