package import Networking
package import Sync
package import Synchronization

/// An event of the device in a simulated world, or progress until the next event.
package enum DeviceStep: Sendable, Equatable {
  case closeGate, openGate
  /// The app is killed and launched again.
  case kill
  /// This number of tasks runs.
  case run(Int)
  /// All tasks run that are ready.
  case rest
  /// Time passes until the next task is ready.
  case wait
}

/// A step in a simulated world, such as an event of its device.
package protocol SimulatedStep: Sendable, Equatable {
  /// Creates the step of an event of the device.
  static func device(_ step: DeviceStep) -> Self
}

extension SimulatedStep {
  package static var closeGate: Self { .device(.closeGate) }
  package static var openGate: Self { .device(.openGate) }
  package static var kill: Self { .device(.kill) }
  package static var rest: Self { .device(.rest) }
  package static var wait: Self { .device(.wait) }
  package static func run(_ count: Int) -> Self { .device(.run(count)) }
}

/// The parts of a simulated device, besides its disk and its app.
package struct SimulatedDevice<Server: DeviceServer> {
  package let seed: UInt64
  package let executor: SimulationExecutor
  package let clock = VirtualClock()
  package let ledger: Ledger
  package let network: DeviceNetwork<Server>
  package var isOffline = false
  /// The gate of the current life of the app.
  package var gate = Gate()
  /// The main task of the current life of the app.
  package var running: Task<Void, Never>?

  package init<Simulation>(
    in world: DeviceWorld<Simulation>, isTracing: Bool, server: (VirtualClock) -> Server
  ) {
    seed = world.seed
    executor = SimulationExecutor(seed: seed)
    ledger = Ledger(isTracing: isTracing)
    network = DeviceNetwork(to: server(clock), in: world, on: executor, clock, ledger)
  }
}

/// A deterministic world with one app, in which only one step runs at a time.
package protocol DeviceSimulation: AnyObject {
  /// An action of the user, the server, or the device.
  associatedtype Step: Sendable
  associatedtype Server: DeviceServer

  var device: SimulatedDevice<Server> { get set }

  init(_ world: DeviceWorld<Self>, isTracing: Bool)

  /// Starts the app over the data that its previous life left.
  func begin()
  func perform(_ step: Step)
  /// Checks the rules.
  func look()
  /// Removes the faults of the device, after those of the network, and checks that every change has
  /// arrived.
  func finish()
}

extension DeviceSimulation {
  package var seed: UInt64 { device.seed }
  package var executor: SimulationExecutor { device.executor }
  package var clock: VirtualClock { device.clock }
  package var ledger: Ledger { device.ledger }
  package var network: DeviceNetwork<Server> { device.network }
  package var gate: Gate { device.gate }
  package var isOffline: Bool {
    get { device.isOffline }
    set { device.isOffline = newValue }
  }

  /// Plays the steps to the end, or until a rule is broken.
  func play(_ steps: [Step]) {
    for step in steps where ledger.violation == nil {
      ledger.note("— \(step)")
      perform(step)
      look()
    }
    if ledger.violation == nil {
      ledger.note("— the end")
      network.heal()
      finish()
    }
    kill()
    if ledger.violation == nil { quiesce() }
    ledger.expect(ledger.underWay == 0, "what runs does not end when it is canceled")
  }

  /// Performs an event of the device.
  package func perform(onDevice step: DeviceStep) {
    switch step {
    case .closeGate: goOffline()
    case .openGate: goOnline()
    case .kill:
      kill()
      begin()
    case .run(let count): for _ in 0..<count { executor.step() }
    case .rest: rest()
    case .wait:
      rest()
      clock.advance()
    }
  }

  /// Returns the environment of a new life of the app.
  package func environment(
    of life: Int, in city: SettledCity, behind gate: Gate? = nil
  ) -> FeatureEnvironment {
    let ids = SimulatedIDs(life: life)
    return FeatureEnvironment(
      transport: network.transport(behind: gate ?? self.gate), city: city, clock: clock,
      random: SplitMix64(seed: seed), makeID: { ids.next() })
  }

  /// Makes the gate of a new life of the app.
  package func renewGate() {
    device.gate = Gate(closedFor: isOffline ? [.offline] : [])
  }

  /// Runs the app's main task until ``kill()``.
  package func live(_ run: @escaping @Sendable () async throws -> Void) {
    ledger.begin()
    device.running = Task(executorPreference: executor) { [ledger] in
      do { try await run() } catch {}
      ledger.end()
    }
  }

  /// Runs an app until ``kill()``, and waits until its state satisfies a condition.
  package func live<App: StateProvider>(
    _ app: App, _ run: @escaping @Sendable () async throws -> Void,
    until isReady: @escaping @Sendable (App.State) -> Bool
  ) {
    live(run)
    _ = answer { for await state in app.states() where isReady(state) { break } }
  }

  /// Ends the app's main task; requests in flight continue.
  package func kill() {
    device.running?.cancel()
    device.running = nil
  }

  package func goOffline() {
    isOffline = true
    gate.close(for: .offline)
  }

  package func goOnline() {
    isOffline = false
    network.isShut = false
    // The sequence matters: between two openings, an observer may see the remaining reasons.
    for reason in Gate.Reason.allCases { gate.open(for: reason) }
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

  /// Reconnects, and lets the app send until nothing is pending; calls `decide` for refused changes.
  package func sendAll(_ isPending: () -> Bool, decide: () -> Void) {
    goOnline()
    for _ in 0..<6 where ledger.violation == nil {
      quiesce()
      look()
      guard isPending() else { break }
      goOnline()
      decide()
    }
  }

  /// Refreshes the app a last time, and returns whether no rule is broken.
  package func refreshAtLast(_ refresh: @escaping @Sendable () async throws -> Void) -> Bool {
    _ = answer { do { try await refresh() } catch {} }
    quiesce()
    look()
    return ledger.violation == nil
  }

  /// Runs, advancing the time where necessary, until a call has returned, and returns its result.
  package func answer<Answer: Sendable>(
    _ call: @escaping @Sendable () async -> Answer
  ) -> Answer? {
    let reply = executor.start(call)
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
    let result = answer { await Result { try await call() } }
    switch result {
    case .success(let answer)?:
      ledger.note("answer: \("\(answer)".prefix(200))")
      return answer
    case .failure(let error)?:
      // Without the elements of a set, whose sequence differs from run to run.
      ledger.note("failure: \("\(error)".prefix { $0 != "[" })")
    case nil: ledger.note("no answer")
    }
    return nil
  }
}

/// A box for one result.
public final class Reply<Answer: Sendable>: Sendable {
  package let answer = Mutex<Answer?>(nil)

  package init() {}

  /// The result; `nil` until there is one.
  public var result: Answer? { answer.withLock { $0 } }
}

/// A source of identifiers that are unique over all lives of an app.
package final class SimulatedIDs: Sendable {
  private let count = Mutex(0)
  private let life: Int

  package init(life: Int) {
    self.life = life
  }

  package func next() -> IdempotencyKey {
    count.withLock { count in
      count += 1
      return "\(life)-\(count)"
    }
  }
}
