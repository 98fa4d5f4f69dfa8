#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

extension CachedSource {
  /// Starts a request if one is due and allowed; cancels the current one if no consumer is left.
  func startOrStop(in group: inout DiscardingTaskGroup) {
    if !interest.isThere {
      isDue = false
      callOff()
    }
    // A canceled request counts until it has ended, so that the server sees one at a time.
    if isDue, gate.isOpen, requests[scope] == nil {
      let (request, calledOff) = SourceRequest.make()
      requests[scope] = request
      let scope = scope
      group.addTask { await self.ask(scope, until: calledOff) }
    }
    tell()
  }

  func callOff() {
    requests[scope]?.callOff()
  }

  /// Requests a fetch, whatever the outcome of the last one was.
  func want() {
    isDue = true
    failure = nil
    tell()
    interest.ring()
  }

  /// Requests a fetch if a consumer needs one.
  ///
  /// It does if the stored snapshot is missing or not fresh, or if the last fetch failed.
  func wantIfStale() {
    let isEnough = stored?[id: scope].map { isFresh($0) } ?? false
    if interest.isThere, failure != nil || !isEnough { want() }
  }

  /// Requests a fetch of a stale value when the gate is open at the start, and when it opens.
  func followGate() async {
    for await reasons in gate.changes() {
      if reasons.isEmpty { wantIfStale() }
      interest.ring()
    }
  }

  private func ask(_ scope: Scope, until calledOff: AsyncStream<Void>) async {
    let validator = stored?[id: scope]?.validator
    let demand = demanded
    let answer = await withTaskGroup(of: SourceAnswer<Value>?.self) { group in
      group.addTask { [gate, fetch] in
        // The gate may have closed since the task was started.
        gate.isOpen ? await fetch(scope, validator) : nil
      }
      group.addTask {
        for await _ in calledOff {}
        return nil
      }
      var answer: SourceAnswer<Value>?
      for await result in group {
        answer = answer ?? result
        group.cancelAll()
      }
      return answer
    }
    if let answer, isWanted(scope) { await take(answer, of: scope, to: demand) }
    requests[scope] = nil
    tell()
    interest.ring()
  }

  /// Whether an answer comes from a replica that lags behind the stored snapshot.
  private func isDelayed(_ version: Int, behind kept: SourceSnapshot<Scope, Value>) -> Bool {
    ReplicaLag.explains(
      version, below: kept.version, confirmed: kept.time, now: now(), limit: replicaLag)
  }

  /// Whether the answer to this scope's request still counts.
  private func isWanted(_ scope: Scope) -> Bool {
    requests[scope]?.isCalledOff == false && !Task.isCancelled
  }

  private func take(_ answer: SourceAnswer<Value>, of scope: Scope, to demand: Int) async {
    let kept = stored?[id: scope]
    var failure: FetchFailure?
    switch answer {
    case .value(let value, let validator, let version):
      if let version, let kept, isDelayed(version, behind: kept) {
        failure = .outdated
        break
      }
      failure = await keep(
        SourceSnapshot(
          scope: scope, value: value, version: version, time: now(), validator: validator))
    case .notModified(let validator):
      if let kept, let confirmed = kept.confirmed(by: validator, at: now()) {
        failure = await keep(confirmed)
      } else {
        failure = .status(304)
        // Without a validator the server sends the whole value next time.
        if let kept { stored?.save(kept.map { $0 }) }
      }
    case .failed(let reason):
      failure = reason
    case .closed(let reason):
      return gate.close(for: reason)
    }
    // The scope may have changed during the write.
    guard isWanted(scope) else { return }
    // A call of `refresh()` since the start of this request needs a newer answer.
    isDue = demands.contains { $0 > demand }
    self.failure = failure
    answered = (demand, failure)
  }
}

extension SourceSnapshot {
  /// Returns the snapshot as confirmed at `time`, or `nil` if the server confirmed another one.
  ///
  /// A strong validator identifies the snapshot (RFC 9111, 4.3.4).
  fileprivate func confirmed(by validator: String?, at time: Date) -> SourceSnapshot? {
    guard let sent = self.validator else { return nil }
    let answered = validator ?? sent
    guard answered == sent || answered.hasPrefix("W/") else { return nil }
    return SourceSnapshot(
      scope: scope, value: value, version: version, time: time, validator: answered)
  }
}
