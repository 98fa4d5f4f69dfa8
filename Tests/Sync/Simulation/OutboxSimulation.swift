import NetworkingTestSupport
@testable import Sync
import SyncTestSupport
import Synchronization

/// Plays a scenario with an outbox, one step at a time, and checks the outbox's rules.
struct OutboxSimulation {
  let executor: SimulationExecutor
  let clock = VirtualClock()
  let network: SimulatedNetwork
  let disk: SimulatedJournal
  var gate = Gate()
  var outbox: Queue<SimulatedChange>
  var running: Task<Void, Never>?
  let ledger: Ledger
  let seed: UInt64

  /// Plays a scenario to its end, removes all faults, and checks that every change has been sent.
  static func play(_ scenario: Scenario, isTracing: Bool = false) -> Outcome {
    var simulation = OutboxSimulation(scenario, isTracing)
    simulation.begin(unreadable: 0)
    for step in scenario.steps where !simulation.isBroken {
      simulation.ledger.note("\(step)")
      simulation.perform(step)
    }
    simulation.finish()
    simulation.end()
    return Outcome(
      simulation.ledger, requests: simulation.network.world.withLock { $0.requests })
  }

  private init(_ scenario: Scenario, _ isTracing: Bool) {
    executor = SimulationExecutor(seed: scenario.seed)
    disk = SimulatedJournal(on: executor)
    seed = scenario.seed
    ledger = Ledger(isTracing: isTracing)
    let world = OutboxWorld(faults: scenario.faults, ledger: ledger)
    network = SimulatedNetwork(world, on: executor, clock)
    outbox = Queue(in: FeatureEnvironment(transport: NoServer())) { _ in .unknown }
  }

  var isBroken: Bool { ledger.violation != nil }

  func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    ledger.expect(holds, rule())
  }

  // MARK: The life of the app

  /// Starts the app over the journal that its previous life left.
  ///
  /// - Parameter unreadable: The number of times that reading the journal fails first.
  mutating func begin(unreadable: Int) {
    let (life, obstacles) = network.world.withLock { world in
      world.startLife()
      world.isShut = !world.obstacles.isEmpty
      return (world.life, world.obstacles)
    }
    let gate = Gate(closedFor: obstacles)
    self.gate = gate
    let journal = disk.restart(unreadable: unreadable)
    var environment = FeatureEnvironment(
      transport: NoServer(), city: SettledCity(.almaty, gate: gate), clock: clock,
      random: SplitMix64(seed: seed &+ UInt64(life)),
      makeID: { [network] in network.world.withLock { $0.makeKey() } })
    environment.makeJournal = { _ in journal }
    outbox = Queue(in: environment) { [network] in await network.send($0, life: life) }
    let outbox = outbox
    for _ in 0..<unreadable {
      let refusal = answer { () async -> SyncError? in
        do throws(SyncError) {
          try await outbox.run()
          return nil
        } catch { return error }
      }
      if case .storage? = refusal { continue }
      expect(false, "nobody can read the journal, and the outbox runs")
    }
    look(isStart: true)
    start()
  }

  mutating func start() {
    guard running == nil else { return }
    ledger.begin()
    running = Task(executorPreference: executor) { [outbox, ledger] in
      do { try await outbox.run() } catch {}
      ledger.end()
    }
  }

  mutating func stop() {
    running?.cancel()
    running = nil
    runAll()
  }

  /// Ends the last life of the app and checks that every call of `run()` returns.
  private mutating func end() {
    running?.cancel()
    running = nil
    guard !isBroken else { return }
    for _ in 0..<20_000 where !executor.step() && !clock.advance() { break }
    expect(ledger.underWay == 0, "what runs does not end when it is canceled")
  }

  /// Discards the app's memory and restarts it; requests in flight continue.
  mutating func crash(unreadable: Int = 0) {
    running?.cancel()
    running = nil
    begin(unreadable: unreadable)
  }

  // MARK: Running

  /// Runs until no task is ready.
  func runAll() {
    guard run(while: { true }) else { return expect(false, "it never comes to rest") }
    let isShut = !gate.isOpen
    network.world.withLock { world in
      world.isShut = isShut
      world.wasStuck = []
    }
  }

  /// Runs ready tasks while `isWanted` returns `true`.
  ///
  /// Returns `false` if that does not end within 20,000 steps.
  private func run(while isWanted: () -> Bool) -> Bool {
    for _ in 0..<20_000 where !isWanted() || !executor.step() { return true }
    return false
  }

  /// Runs until a call has returned, and returns its result.
  func answer<Answer: Sendable>(
    _ call: @escaping @Sendable () async -> Answer
  ) -> Answer? {
    let reply = executor.start(call)
    _ = run(while: { reply.answer.withLock { $0 == nil } })
    let answer = reply.answer.withLock { $0 }
    expect(answer != nil, "a call is never answered")
    return answer
  }

  /// Calls the app without waiting for the result.
  func ask(_ change: SimulatedChange?, _ call: @escaping @Sendable () async -> Void) {
    let world = network
    let (id, life) = world.world.withLock { $0.open(change) }
    Task(executorPreference: executor) {
      await call()
      world.world.withLock { if $0.life == life { $0.calls[id] = nil } }
    }
  }

  /// Runs until all calls have returned.
  func finishCalls() {
    _ = run(while: { network.world.withLock { !$0.calls.isEmpty } })
    expect(network.world.withLock { $0.calls.isEmpty }, "a call is never answered")
  }
}
