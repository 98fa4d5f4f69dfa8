import Foundation
import Networking
import Sandbox
import Storage
import Sync
import SyncTestSupport

extension SourceWorld {
  func start(isDamaged: Bool) throws {
    process += 1
    isRunning = false
    // The stored snapshots survive a crash; a damaged file counts as missing.
    let last = isDamaged ? nil : store
    let store = CollectionRepository(
      inMemory: try atOnce { Array(try await last?.elements() ?? IdentifiedArray()) })
    self.store = store
    let gate = Gate(closedFor: gate.reasons)
    self.gate = gate
    let process = process
    var environment = FeatureEnvironment(
      transport: NoServer(), clock: clock, random: SplitMix64(seed: 1), now: { self.now })
    environment.gate = gate
    let source = CachedSource<Int, Int>(
      "values", store: store, scope: visits.last ?? 0, capacity: 2, freshFor: .seconds(600),
      replicaLag: Self.replicaLag, in: environment
    ) { scope, validator in
      await self.answer(scope, validator, process, gate)
    }
    self.source = source
    visits.append(visits.last ?? 0)
    if isDamaged { for scope in 0..<3 { forget(scope) } }
    let (scopes, commands) = AsyncStream.makeStream(of: Int.self)
    self.commands = commands
    runs += 1
    run {
      await source.run()
      self.runs -= 1
    }
    run {
      for await scope in scopes {
        await self.forgetUnlessStored(scope, store)
        guard process == self.process else { return }
        self.visits.append(scope)
        await source.select(scope)
        await self.forgetUnlessStored(scope, store)
      }
    }
    let feature = SourceReader(id: 0, kind: .states(.never), visit: visits.count - 1)
    self.feature = feature
    follow(feature, .never)
  }

  /// The longest replica lag: above the backward clock steps and below the forward ones.
  static let replicaLag: Duration = .seconds(1_800)

  var now: Date {
    Date(timeIntervalSince1970: 1_000_000 + hours + clock.now.sinceStart / .seconds(1))
  }

  func run(_ work: @escaping @Sendable () async -> Void) {
    tasks.append(Task(executorPreference: executor) { await work() })
  }

  /// Ends the process.
  ///
  /// Its tasks may still run. Their effects are ignored, and the next process has its own store.
  func stop() {
    readers.forEach { $0.hasLeft = true }
    for task in tasks + readers.compactMap(\.task) { task.cancel() }
    readers = []
    tasks = []
    source = nil
    commands = nil
    resumeHeld()
  }

  /// Ends the last process and lets the tasks of all processes finish.
  func end() {
    stop()
    process += 1
    while executor.step() {}
    if runs > 0 { breaks("What runs ends when it is canceled") }
  }

  /// Discards the expectations that followed from a stored snapshot.
  func forget(_ scope: Int) {
    floor[scope] = nil
  }

  private func forgetUnlessStored(
    _ scope: Int, _ store: CollectionRepository<SourceSnapshot<Int, Int>>
  ) async {
    do { if try await store.element(scope) == nil { forget(scope) } } catch { breaks("\(error)") }
  }

  /// Answers one request as the server.
  func answer(
    _ scope: Int, _ validator: String?, _ process: Int, _ gate: Gate
  ) async -> FetchOutcome<Int?> {
    nextID += 1
    let exchange = SourceExchange(
      id: nextID, process: process, scope: scope, isOfCall: Self.isCall)
    let behavior = server.behavior
    if process == self.process {
      trace.append("ask \(scope) \(validator ?? "-")")
      checkAsked(scope, validator, gate)
      exchanges.append(exchange)
    }
    let early = nextID.isMultiple(of: 2) ? server.answer(scope, validator, behavior) : nil
    await withTaskCancellationHandler {
      if behavior == .stubborn {
        await withCheckedContinuation { held.append($0) }
      } else {
        let latency = behavior == .slow ? Duration.seconds(20) : .milliseconds(200)
        do { try await clock.sleep(for: latency) } catch {}
      }
    } onCancel: {
      exchange.isCancelled = true
    }
    exchange.hasEnded = true
    if process == self.process, !exchange.isCancelled || behavior == .stubborn {
      answered[scope] = exchange.id
    }
    // Without a run, a request ends with its call, and another one follows for the others.
    if exchange.isOfCall, exchange.isCancelled { occasions += 1 }
    if behavior != .stubborn, exchange.isCancelled { return .failed(.noAnswer(.cancelled)) }
    let answer = early ?? server.answer(scope, validator, behavior)
    if case .updated(_, let validator?) = answer { given[scope].insert(validator) }
    // A failed request is repeated while there is a reader.
    switch answer {
    case .failed: occasions += 1
    case .updated where behavior == .behind: occasions += 1
    case .updated, .notModified, .closed: break
    }
    return answer
  }
}
