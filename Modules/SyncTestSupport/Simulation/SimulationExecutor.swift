import Synchronization

/// A task executor that runs one job at a time, in an order that depends only on the seed.
///
/// Child tasks and actors without their own executor run on it. An unstructured `Task {}` does not
/// inherit it, so code that creates one is not deterministic, and the simulations report that.
public final class SimulationExecutor: TaskExecutor {
  private struct State {
    var ready: [UnownedJob] = []
    var random: SplitMix64
  }

  private let state: Mutex<State>

  /// Creates an executor that runs nothing until ``step()`` is called.
  public init(seed: UInt64) {
    state = Mutex(State(random: SplitMix64(seed: seed)))
  }

  /// Adds a ready job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.ready.append(job) }
  }

  /// Runs one ready job, chosen at random, and returns whether there was one.
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

  /// Starts a call, whose steps run with those of the other tasks.
  public func start<Answer: Sendable>(
    _ call: @escaping @Sendable () async -> Answer
  ) -> Reply<Answer> {
    let reply = Reply<Answer>()
    Task(executorPreference: self) {
      let answer = await call()
      reply.answer.withLock { $0 = answer }
    }
    return reply
  }

  /// Runs a query between two steps without running any other ready job.
  ///
  /// Returns `nil` if the query waits for another job, such as one that occupies the same actor.
  public func look<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) -> Answer? {
    func swap(_ ready: [UnownedJob]) -> [UnownedJob] {
      state.withLock { state in
        defer { state.ready = ready }
        return state.ready
      }
    }
    let others = swap([])
    let reply = start(ask)
    while let job = state.withLock({ $0.ready.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    _ = swap(others)
    return reply.answer.withLock { $0 }
  }

  /// Suspends the caller so that other ready jobs may run first.
  public func pause() async {
    await withCheckedContinuation { continuation in
      Task(executorPreference: self) { continuation.resume() }
    }
  }
}

/// Runs work to its end on the calling thread.
///
/// - Throws: The error of the work; `CancellationError` if it waits for anything external.
package func atOnce<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let executor = SimulationExecutor(seed: 0)
  let reply = executor.start { await Result { try await work() } }
  while executor.step() {}
  guard let result = reply.answer.withLock({ $0 }) else { throw CancellationError() }
  return try result.get()
}

extension Result {
  /// Creates a result from an asynchronous throwing closure.
  package init(_ body: () async throws(Failure) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
