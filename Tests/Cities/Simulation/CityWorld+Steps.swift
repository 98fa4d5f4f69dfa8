import CitiesTestSupport
import Commerce
import Sync
import SyncTestSupport
import Synchronization

@testable import Cities

extension CityWorld {
  func perform(_ step: CityStep) throws {
    try make(step)
    look()
  }

  private func make(_ step: CityStep) throws {
    let catalog = catalog
    switch step {
    case .choose(let id): choose(id)
    case .start(let id):
      attempt(id ?? catalog.state.migratingCity) { _ in await catalog.start(with: id) }
    case .speak(let language):
      attempt(nil, isChoice: true) { attempt in
        do throws(CitiesError) { try await catalog.setLanguage(language) } catch {
          self.check(error, of: attempt, catalog)
        }
      }
    case .refresh:
      attempt(nil) { _ in do throws(CitiesError) { _ = try await catalog.refreshList() } catch {} }
    case .cancel: attempts.last { !$0.isOver }?.task?.cancel()
    case .network(let fault): server.state.withLock { $0.fault = fault }
    case .replica(let isBehind): server.state.withLock { $0.isBehind = isBehind }
    case .change(let id): server.change(id)
    case .remove(let id): server.change(id, isRemoved: true)
    case .restore(let id): server.change(id, isRemoved: false)
    case .restart(let language): try restart(in: language)
    case .work(let count): for _ in 0..<count where executor.step() { look() }
    case .rest: try rest()
    }
  }

  func choose(_ id: CityID) {
    let catalog = catalog
    attempt(id, isChoice: true) { self.check(await catalog.outcome(of: id), of: $0, catalog) }
  }

  private func attempt(
    _ id: CityID?, isChoice: Bool = false,
    _ work: @escaping @Sendable (CityAttempt) async -> Void
  ) {
    let others = attempts.filter { !$0.isOver }
    for other in others { other.isAlone = false }
    let attempt = CityAttempt(
      id, before: catalog.state.currentCity, isAlone: others.isEmpty, isChoice: isChoice)
    for other in others where isChoice && other.isChoice {
      other.isContested = true
      attempt.isContested = true
    }
    attempts.append(attempt)
    if let id {
      wanted.insert(id)
      expected?.underWay.insert(id)
    }
    attempt.task = run {
      await work(attempt)
      attempt.isOver = true
    }
  }

  private func run(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: executor) { await work() }
  }

  /// Kills the process and launches the next one.
  private func restart(in language: Language) throws {
    let before = catalog.state.currentCity?.id ?? expected?.before
    // A change of language continues a choice that another call began.
    let underWay = Set(attempts.filter { !$0.isOver }.compactMap(\.city))
      .union([catalog.state.downloadingCity].compactMap(\.self))
      .union(expected?.underWay ?? [])
    stop()
    kept = try kept.afterRestart()
    expected = (before, underWay)
    launch(in: language, finding: expected)
  }

  func launch(in language: Language, finding expected: (CityID?, Set<CityID>)?) {
    process += 1
    gate = Gate()
    (attempts, watchers, wanted, last) = ([], [], expected?.1 ?? [], nil)
    if let id = expected?.0 { wanted.insert(id) }
    if let formerCity { wanted.insert(formerCity) }
    catalog = Self.catalog(kept, server, language, gate, formerCity)
    for _ in 0..<2 {
      let watcher = CityWatcher()
      watchers.append(watcher)
      watcher.task = run { [catalog] in
        for await state in catalog.states() {
          self.check(state, after: watcher.seen)
          watcher.seen = state
        }
      }
    }
    let catalog = catalog
    attempt(formerCity) { _ in await catalog.start(with: nil) }
  }

  /// Ends the process by canceling its tasks; later checks ignore it.
  func stop() {
    for task in attempts.compactMap(\.task) + watchers.compactMap(\.task) { task.cancel() }
  }

  /// Ends the last process and lets its tasks finish.
  func end() {
    stop()
    while executor.step() {}
  }

  func rest() throws {
    for _ in 0..<100_000 {
      guard executor.step() else { return try checkRest() }
      look()
    }
    breaks("Everything comes to rest")
  }

  /// Ends all faults and verifies that the app has the server's current city.
  func heal() throws {
    try make(.network(nil))
    try make(.replica(isBehind: false))
    for id in CityStep.cities { server.change(id, isRemoved: false) }
    try rest()
    try make(.start(nil))
    try rest()
    if catalog.state.currentCity == nil { choose(.moscow) }
    try rest()
    guard let id = catalog.state.currentCity?.id else { return breaks("A city can be chosen") }
    choose(id)
    try make(.refresh)
    try rest()
    try checkHealed()
    let (city, language) = (catalog.state.currentCity, catalog.state.language)
    try make(.network(.offline))
    try make(.restart(language))
    try rest()
    if catalog.state.currentCity != city { breaks("A restart without network finds the city") }
    if catalog.state.choice != nil { breaks("A restart in the same language asks for nothing") }
  }
}
