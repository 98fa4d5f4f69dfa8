import Foundation
import Storage
import Sync
import SyncTestSupport

extension SourceWorld {
  /// Checks a state against the consumer's previous one.
  func saw(_ state: SourceState<Int, Int>, _ reader: SourceReader) {
    trace.append(
      "saw \(reader.id) \(state.scope) \(state.snapshot?.version ?? -1) \(state.fetch.word)")
    let last = reader.last
    reader.last = state
    guard let visit = visits[reader.visit...].firstIndex(of: state.scope) else {
      return breaks("After another scope was taken nothing of the old one is shown")
    }
    checkContent(state)
    if visit == reader.visit, let last, last.scope == state.scope {
      if last.snapshot != nil, state.snapshot == nil { breaks("What is there stays") }
    }
    reader.visit = visit
  }

  private func checkContent(_ state: SourceState<Int, Int>) {
    if case .failed(let failure) = state.fetch, !isExpected(failure) {
      breaks("A failure is the server's")
    }
    guard let snapshot = state.snapshot else { return }
    let known = server.history[state.scope]
    guard snapshot.scope == state.scope, let version = snapshot.version,
      known.indices.contains(version), known[version] == snapshot.value
    else { return breaks("A value is what the server had for its scope") }
    if version < floor[state.scope]?.version ?? 0 {
      if isProtected(state.scope) { breaks("Versions never go back") }
    }
    if version != floor[state.scope]?.version { checkKept(state.scope, version) }
    floor[state.scope] = (version, snapshot.time)
  }

  /// Returns whether a version lower than the last seen one must come from a lagging replica.
  func isProtected(_ scope: Int) -> Bool {
    guard let time = floor[scope]?.time else { return false }
    return abs(now.timeIntervalSince(time)) <= Self.replicaLag / .seconds(1)
  }

  /// Returns whether a healthy or faulty server may cause this failure.
  func isExpected(_ failure: FetchFailure) -> Bool {
    failure == .status(503) || failure == .outdated
  }

  private func checkKept(_ scope: Int, _ version: Int) {
    guard let store, scope == visits.last else { return }
    do {
      if try atOnce({ try await store.element(scope)?.version }) ?? -1 < version {
        breaks("What is shown is stored")
      }
    } catch {
      breaks("\(error)")
    }
  }
}
