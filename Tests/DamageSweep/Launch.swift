import Foundation
import Networking
import NetworkingTestSupport
import Storage
import Sync
import SyncTestSupport
import Synchronization

/// One launch of an app with a directory, on a virtual clock and one thread.
///
/// The same seed gives the same sequence of steps.
final class Launch: Sendable {
  /// A report that reached the app: a thrown error or a health event.
  struct Report: Sendable, Hashable {
    /// The repository of a health event; `nil` for a thrown error.
    let repository: String?
    let text: String
  }

  /// The error of a call that does not return, or of work that does not end.
  struct Hang: Error, CustomStringConvertible {
    let description: String
  }

  let clock = VirtualClock()
  let gate: Gate
  let city: SettledCity
  let directory: StorageDirectory
  let random: SplitMix64
  private let executor: SimulationExecutor
  private let state: Mutex<(ids: Int, tasks: [Task<Void, Never>], reports: Set<Report>)>

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - folder: The app's directory.
  ///   - seed: The seed for the order of concurrent steps.
  ///   - isOffline: Whether the gate is closed.
  ///   - firstID: The number that precedes the first generated id.
  init(_ folder: URL, seed: UInt64, isOffline: Bool, firstID: Int) {
    random = SplitMix64(seed: seed)
    executor = SimulationExecutor(seed: seed)
    gate = Gate(closedFor: isOffline ? [.offline] : [])
    city = SettledCity(.almaty, gate: gate)
    state = Mutex((firstID, [], []))
    directory = StorageDirectory(folder)
    directory.reportOpenings(measuredBy: ContinuousClock()) { [weak self] event in
      var texts = event.setAside.map { "\($0)" }
      if case .failed(let error) = event.outcome { texts.append("\(error)") }
      if case .migrated = event.outcome { texts.append("migrated from \(event.foundVersion ?? 0)") }
      if case .merged(let version) = event.outcome { texts.append("merged with \(version)") }
      for text in texts { self?.add(event.repository, text) }
    }
  }

  /// All reports so far.
  var reported: Set<Report> { state.withLock(\.reports) }

  /// Records an error that a call has thrown.
  func report(_ error: any Error) { add(nil, "\(error)") }

  private func add(_ repository: String?, _ text: String) {
    _ = state.withLock { $0.reports.insert(Report(repository: repository, text: text)) }
  }

  /// The environment of a feature of the app.
  func environment(_ transport: any Transport) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: transport, directory: directory, city: city, clock: clock, random: random,
      makeID: { [self] in
        state.withLock { state in
          state.ids += 1
          return "id-\(state.ids)"
        }
      })
  }

  /// Starts work that continues until the end of the launch.
  func start(_ body: @escaping @Sendable () async -> Void) {
    let task = Task(executorPreference: executor) { await body() }
    state.withLock { $0.tasks.append(task) }
  }

  /// Retries a call that throws, as its documentation requires, until it returns a result.
  @discardableResult
  func insist<Result>(_ call: () async throws -> Result) async -> Result? {
    for _ in 0..<6 where !Task.isCancelled {
      do { return try await call() } catch { report(error) }
    }
    return nil
  }

  /// Runs all steps that are possible without an advance of the clock.
  func rest() throws(Hang) {
    for _ in 0..<200_000 where !executor.step() { return }
    throw Hang(description: "the app does not become idle")
  }

  /// Advances the clock until no task sleeps.
  ///
  /// Orders asks about 300 times, during a day, for an active order that it has just received.
  func quiesce() throws(Hang) {
    for _ in 0..<400 {
      try rest()
      guard clock.advance() else { return }
    }
    throw Hang(description: "the app retries forever")
  }

  /// Runs until a call has returned, and returns its result.
  func ask<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let answer = Mutex<Result<Answer, any Error>?>(nil)
    Task(executorPreference: executor) {
      let result: Result<Answer, any Error>
      do { result = .success(try await call()) } catch { result = .failure(error) }
      answer.withLock { $0 = result }
    }
    for _ in 0..<200_000 {
      if let result = answer.withLock({ $0 }) { return try result.get() }
      if !executor.step() && !clock.advance() { break }
    }
    throw Hang(description: "a call does not return")
  }

  /// Ends the process; none of its tasks writes afterward.
  func end() throws(Hang) {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
    try rest()
    directory.close()
  }
}
