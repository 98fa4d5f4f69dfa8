import Sync
import SyncTestSupport

extension SourceWorld {
  /// Runs all ready tasks without advancing the time, then checks consumers and requests.
  func rest() {
    var steps = 0
    while executor.step() {
      steps += 1
      if steps == 20_000 { return breaks("Everything comes to rest") }
    }
    let interested = Set(readers.filter(\.isInterested).map(\.id))
    checkReaders()
    checkRequests(interested)
    checkMissing()
    // Every possible request has been sent by now, unless a canceled one still blocks its scope.
    let isHeldUp = exchanges.contains { $0.process == process && $0.isCancelled && !$0.hasEnded }
    let isUnderWay = exchanges.contains { $0.process == process && $0.isLive }
    // A refresh that was called during a request waits for the next request.
    let isNextAwaited = isUnderWay && readers.contains { $0.kind == .refresh && $0.isThere }
    // A failed request is repeated while there is a reader.
    let hasFailed = if case .failed = source?.state.fetch { true } else { false }
    if gate.isOpen, !isHeldUp { occasions = isNextAwaited || hasFailed ? 1 : 0 }
    before = (interested, exchanges.filter(\.isLive), visits.count, process)
    (mayHaveLeft, isRunning) = (false, true)
    readers.removeAll { !$0.isThere }
    exchanges.removeAll(where: \.hasEnded)
  }

  func checkAsked(_ scope: Int, _ validator: String?, _ gate: Gate) {
    if !gate.isOpen, !mayHaveLeft { breaks("Nothing leaves through a closed gate") }
    if exchanges.contains(where: { $0.process == process && $0.scope == scope && !$0.hasEnded }) {
      breaks("A scope has one request at a time")
    }
    // Consumers that have left since the last check are still in the list.
    if readers.allSatisfy({ $0.kind == .states(.never) }) {
      breaks("A request is sent without a subscriber")
    }
    if occasions == 0 { breaks("A request has an occasion") }
    occasions -= 1
    if Self.isCall, isRunning { breaks("A run makes all requests") }
    if let validator, !given[scope].contains(validator) {
      breaks("A validator belongs to its scope")
    }
  }

  private func checkReaders() {
    let present =
      readers.filter { $0.isThere && $0.kind != .refresh } + [feature].compactMap(\.self)
    let states = present.map(\.last)
    if states.contains(where: { $0 == nil }) { breaks("What is stored is shown at once") }
    for state in states.compactMap(\.self) {
      if state.scope != visits.last { breaks("The scope that was taken is shown at once") }
      // Freshness is excluded: its value depends on the time of the update.
      if state.snapshot != states[0]?.snapshot || state.fetch != states[0]?.fetch {
        breaks("All readers see the same")
      }
    }
    guard let fetch = states.first??.fetch else { return }
    let own = exchanges.filter { $0.process == process && $0.scope == visits.last && !$0.hasEnded }
    switch fetch {
    case .fetching: if own.isEmpty { breaks("An answer is awaited where one will come") }
    case .closed(let reasons):
      if reasons != gate.reasons { breaks("A wait has the gate's reasons") }
    case .notRunning: breaks("A source that runs says so")
    case .idle, .failed:
      if own.contains(where: \.isLive) { breaks("A request that is under way is shown") }
    }
  }

  private func checkRequests(_ interested: Set<Int>) {
    let hasStayed = !before.readers.isDisjoint(with: interested)
    if hasStayed, before.visits == visits.count, before.process == process,
      before.exchanges.contains(where: { $0.isCancelled && !$0.isOfCall })
    {
      breaks("Cancelling one never cancels the others")
    }
  }

  /// Checks that a consumer of a scope without a value gets a request or a failure.
  private func checkMissing() {
    let isHeldUp = exchanges.contains { $0.process == process && $0.isCancelled && !$0.hasEnded }
    // A refresh of a scope that was left ends with its request.
    let isObserved = readers.contains { $0.isInterested && $0.kind != .refresh }
    guard gate.isOpen, !isHeldUp, isObserved else { return }
    for state in readers.filter(\.isThere).compactMap(\.last)
    where state.snapshot == nil && state.fetch == .idle {
      breaks("A missing value is fetched while somebody reads")
    }
  }

  func checkHealed() {
    let scope = visits.last ?? 0
    for reader in readers where reader.isThere {
      guard reader.kind != .refresh, let state = reader.last,
        case .value(let snapshot, isFresh: true) = state.data
      else {
        breaks("In the end all is answered")
        continue
      }
      if snapshot.version != server.version(of: scope) || state.fetch != .idle {
        breaks("In the end every reader has what the server has")
      }
    }
    if let shelf = feature?.last?.value, shelf != server.history[scope].last {
      breaks("In the end the user sees what the server has")
    }
  }
}
