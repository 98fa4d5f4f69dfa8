package import Sync
package import Synchronization

/// A deterministic world with one app, in which only one step runs at a time.
package protocol DeviceSimulation: AnyObject {
  /// An action of the user, the server, or the device.
  associatedtype Step: Sendable
  associatedtype Server: DeviceServer

  var executor: SimulationExecutor { get }
  var clock: VirtualClock { get }
  var ledger: Ledger { get }
  var network: DeviceNetwork<Server> { get }
  var isOffline: Bool { get set }
  /// The gate of the current life of the app.
  var gate: Gate { get }
  /// The main task of the current life of the app.
  var running: Task<Void, Never>? { get set }

  init(_ world: DeviceWorld<Self>, isTracing: Bool)

  /// Starts the app over the data that its previous life left.
  func begin()
  func perform(_ step: Step)
  /// Checks the rules.
  func look()
  /// Removes all faults and checks that every change has arrived.
  func finish()
}

extension DeviceSimulation {
  /// Plays the steps to the end, or until a rule is broken.
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

  /// Runs the app's main task until ``kill()``.
  package func live(_ run: @escaping @Sendable () async -> Void) {
    ledger.begin()
    running = Task(executorPreference: executor) { [ledger] in
      await run()
      ledger.end()
    }
  }

  /// Ends the app's main task; requests in flight continue.
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

  /// Runs until no task is ready without advancing the time.
  package func rest() {
    for _ in 0..<50_000 where !executor.step() {
      network.isShut = !gate.isOpen
      return
    }
    ledger.expect(false, "it never comes to rest")
  }

  /// Advances the time until no task waits for the clock.
  package func quiesce() {
    for _ in 0..<3_000 {
      rest()
      guard ledger.violation == nil, clock.advance() else { return }
    }
    ledger.expect(false, "it waits for ever")
  }

  /// Runs, advancing the time where necessary, until a call has returned, and returns its result.
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

  /// Performs a call by the user and returns its result, or `nil` if it throws.
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

/// A box for one result.
package final class Reply<Answer: Sendable>: Sendable {
  package let answer = Mutex<Answer?>(nil)

  package init() {}
}

/// A source of identifiers that are unique over all lives of an app.
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
