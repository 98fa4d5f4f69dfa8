import Synchronization

/// Runs the tasks that prefer it one step at a time, in an order that only a seed decides.
///
/// Child tasks and actors without an executor of their own stay on it. A `Task {}` does not: so code
/// that makes one is not the same twice, and a simulation says so.
public final class SimulationExecutor: TaskExecutor {
  private struct State {
    var ready: [UnownedJob] = []
    var random: SplitMix64
  }

  private let state: Mutex<State>

  /// Makes an executor that runs nothing until it is told to.
  public init(seed: UInt64) {
    state = Mutex(State(random: SplitMix64(seed: seed)))
  }

  /// Takes a step that can be run.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.ready.append(job) }
  }

  /// Runs one of the steps that can be run, whichever comes up; returns whether there was one.
  @discardableResult
  public func step() -> Bool {
    let job = state.withLock { state -> UnownedJob? in
      guard !state.ready.isEmpty else { return nil }
      let index = Int.random(in: state.ready.indices, using: &state.random)
      return state.ready.remove(at: index)
    }
    guard let job else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Asks something between two steps, as if there were none ready; `nil` when whoever is asked is in
  /// the middle of one.
  public func look<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) -> Answer? {
    func swap(_ ready: [UnownedJob]) -> [UnownedJob] {
      state.withLock { state in
        defer { state.ready = ready }
        return state.ready
      }
    }
    let others = swap([])
    let reply = Reply<Answer>()
    Task(executorPreference: self) {
      let answer = await ask()
      reply.answer.withLock { $0 = answer }
    }
    while let job = state.withLock({ $0.ready.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    _ = swap(others)
    return reply.answer.withLock { $0 }
  }

  /// Lets whatever else can run go first, or not.
  public func pause() async {
    await withCheckedContinuation { continuation in
      Task(executorPreference: self) { continuation.resume() }
    }
  }
}
