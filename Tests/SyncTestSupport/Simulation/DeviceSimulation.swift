package import Sync
package import Synchronization

/// A world with an app in it, in which nothing happens but one step after the other.
package protocol DeviceSimulation: AnyObject {
  /// Something that the user, the server or the world does.
  associatedtype Step: Sendable
  associatedtype Server: DeviceServer

  var executor: SimulationExecutor { get }
  var clock: VirtualClock { get }
  var ledger: Ledger { get }
  var network: DeviceNetwork<Server> { get }
  var isOffline: Bool { get set }
  /// What the living app asks whether anything may be sent.
  var gate: Gate { get }
  /// What the living app runs.
  var running: Task<Void, Never>? { get set }

  init(_ world: DeviceWorld<Self>, isTracing: Bool)

  /// The app starts, over what its last life has left.
  func begin()
  func perform(_ step: Step)
  /// Looks for broken promises.
  func look()
  /// Lets everything be well again, and looks whether everything has arrived.
  func finish()
}

extension DeviceSimulation {
  /// Plays a world to its end, or until a promise is broken.
  func play(_ steps: [Step]) {
    for step in steps where ledger.violation == nil {
      ledger.note("— \(step)")
      perform(step)
      look()
    }
    if ledger.violation == nil { finish() }
    kill()
    if ledger.violation == nil { quiesce() }
    ledger.expect(ledger.underWay == 0, "what runs does not end when it is canceled")
  }

  /// Lets the app run until it is killed.
  package func live(_ run: @escaping @Sendable () async -> Void) {
    ledger.begin()
    running = Task(executorPreference: executor) { [ledger] in
      await run()
      ledger.end()
    }
  }

  /// The app dies; what it has sent goes on.
  package func kill() {
    running?.cancel()
    running = nil
  }

  package func goOffline() {
    isOffline = true
    gate.close(for: .offline)
  }

  package func goOnline() {
    isOffline = false
    network.isShut = false
    for reason in gate.reasons { gate.open(for: reason) }
  }

  /// Runs until nothing can happen before time goes on.
  package func rest() {
    for _ in 0..<50_000 where !executor.step() {
      network.isShut = !gate.isOpen
      return
    }
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

  /// The user asks for something and waits for the answer; `nil` when it was refused.
  package func ask<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws -> Answer
  ) -> Answer? {
    let result = answer { () -> Result<Answer, any Error> in
      do { return .success(try await call()) } catch { return .failure(error) }
    }
    ledger.note("answer: \(result.map { "\($0)".prefix(200) } ?? "none")")
    guard case .success(let answer)? = result else { return nil }
    return answer
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
