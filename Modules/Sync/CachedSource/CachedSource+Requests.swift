#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

extension CachedSource {
  /// Starts what is wanted and may be asked; calls off what nobody wants any more.
  func startOrStop(in group: inout DiscardingTaskGroup) {
    if !interest.isThere {
      isDue = false
      callOff()
    }
    // One that was called off counts until it has ended: the server sees one at a time.
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

  /// Wants an answer, whatever came of the last attempt.
  func want() {
    isDue = true
    failure = nil
    tell()
    interest.ring()
  }

  /// Wants an answer where somebody would look at it and what is there does not do.
  func wantIfStale() {
    let isEnough = stored?[id: scope].map { isFresh($0) } ?? false
    if interest.isThere, failure != nil || !isEnough { want() }
  }

  /// Being connected again is worth an attempt.
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
        // It may have closed since this was started.
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

  /// Whether an answer comes from a replica that lags behind what is stored.
  private func isDelayed(_ version: Int, behind kept: SourceSnapshot<Scope, Value>) -> Bool {
    ReplicaLag.explains(
      version, below: kept.version, confirmed: kept.time, now: now(), limit: replicaLag)
  }

  /// Whether an answer of this scope still counts.
  private func isWanted(_ scope: Scope) -> Bool {
    requests[scope]?.isCalledOff == false && !Task.isCancelled
  }

  private func take(_ answer: SourceAnswer<Value>, of scope: Scope, to demand: Int) async {
    let kept = stored?[id: scope]
    var reason: String?
    switch answer {
    case .value(let value, let validator, let version):
      if let version, let kept, isDelayed(version, behind: kept) {
        reason = "the server's version \(version) is older than the stored one"
        break
      }
      reason = await keep(
        SourceSnapshot(
          scope: scope, value: value, version: version, time: now(), validator: validator))
    case .notModified(let validator):
      if let kept, let confirmed = kept.confirmed(by: validator, at: now()) {
        reason = await keep(confirmed)
      } else {
        reason = "the server confirmed what is not stored"
        // Without a validator the next answer is a whole one.
        if let kept { stored?.save(kept.map { $0 }) }
      }
    case .failed(let why):
      reason = why
    case .closed(let why):
      return gate.close(for: why)
    }
    // While it was stored another scope may have been taken.
    guard isWanted(scope) else { return }
    // A refresh that was called since then is to have a newer answer.
    isDue = demands.contains { $0 > demand }
    failure = reason
    answered = (demand, reason)
  }
}

extension SourceSnapshot {
  /// The snapshot after the server has said that it is still right; `nil` when the server spoke of
  /// another one, which a strong validator tells (RFC 9111, 4.3.4).
  fileprivate func confirmed(by validator: String?, at time: Date) -> SourceSnapshot? {
    guard let sent = self.validator else { return nil }
    let answered = validator ?? sent
    guard answered == sent || answered.hasPrefix("W/") else { return nil }
    return SourceSnapshot(
      scope: scope, value: value, version: version, time: time, validator: answered)
  }
}
