import Foundation
import Storage
import Sync

extension SourceWorld {
  /// What every state has to be, seen from the one before it.
  func saw(_ state: SourceState<Int, Shelf>, _ reader: SourceReader) {
    trace.append(
      "saw \(reader.id) \(state.scope) \(state.snapshot?.version ?? -1) \(state.fetch.line)")
    let last = reader.last
    reader.last = state
    if let last, last.scope == state.scope, last.data == state.data, last.fetch == state.fetch {
      breaks("What has not changed is not told")
    }
    if state.previous != (last?.scope == state.scope ? last?.value : nil) {
      breaks("A change is told from what its reader has")
    }
    guard let visit = visits[reader.visit...].firstIndex(of: state.scope) else {
      return breaks("After another scope was taken nothing of the old one is shown")
    }
    checkContent(state)
    if visit == reader.visit, let last, last.scope == state.scope {
      if last.snapshot != nil, state.snapshot == nil { breaks("What is there stays") }
    }
    reader.visit = visit
    if reader === feature {
      if let version = state.snapshot?.version {
        overlay.settle(state.scope, version: version)
      }
      checkView()
    }
  }

  private func checkContent(_ state: SourceState<Int, Shelf>) {
    if case .failed(let reason) = state.fetch, !isExpected(reason) {
      breaks("A failure is the server's")
    }
    guard let snapshot = state.snapshot else { return }
    let known = server.history[state.scope]
    guard snapshot.scope == state.scope, let version = snapshot.version,
      known.indices.contains(version), known[version] == snapshot.value
    else { return breaks("A value is what the server had for its scope") }
    if version < floor[state.scope]?.version ?? 0 {
      if isProtected(state.scope) { breaks("Versions never go back") }
      // What the server says it has not is gone for the user too.
      owned[state.scope].formIntersection(overlay.notes.union(snapshot.value.notes.keys))
    }
    if version != floor[state.scope]?.version { checkKept(state.scope, version) }
    floor[state.scope] = (version, snapshot.time)
  }

  /// Whether a lower version than the one that was seen last can only be that of a replica that lags.
  func isProtected(_ scope: Int) -> Bool {
    guard let time = floor[scope]?.time else { return false }
    return abs(now.timeIntervalSince(time)) <= Self.replicaLag / .seconds(1)
  }

  /// Whether a server, healthy or not, may be the cause of this.
  func isExpected(_ failure: String) -> Bool {
    failure == "the server fails" || failure.hasSuffix("is older than the stored one")
  }

  private func checkKept(_ scope: Int, _ version: Int) {
    guard let store, scope == visits.last else { return }
    do {
      if try disk.version(of: scope, in: store, process: process) ?? -1 < version {
        breaks("What is shown is stored")
      }
    } catch {
      breaks("\(error)")
    }
  }

  /// What the user has changed is seen, in the snapshot or over it.
  func checkView() {
    guard let state = feature?.last, let shelf = state.value else { return }
    let shown = overlay.over(shelf).notes
    if !owned[state.scope].allSatisfy({ shown[$0] != nil }) {
      breaks("An own change never vanishes")
    }
  }
}

// A set is printed in another order each time.
extension SourceState.Fetch {
  fileprivate var line: String {
    switch self {
    case .idle: "idle"
    case .fetching: "fetching"
    case .notRunning: "not running"
    case .failed(let reason): reason
    case .closed(let reasons): "\(reasons.map(\.rawValue).sorted())"
    }
  }
}
