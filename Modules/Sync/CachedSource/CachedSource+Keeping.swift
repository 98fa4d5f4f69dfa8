#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

extension CachedSource {
  /// Reads the store once.
  ///
  /// An unreadable store counts as empty, because all values can be fetched again.
  func load() async {
    guard stored == nil else { return }
    var found = IdentifiedArray<SourceSnapshot<Scope, Value>>()
    do { found = try await store.elements() } catch {}
    // A concurrent call may have finished first.
    guard stored == nil else { return }
    stored = IdentifiedArray(found.sorted { $0.time < $1.time })
    takeUp()
  }

  /// Shows the current scope, and requests a fetch if its snapshot is missing or stale.
  ///
  /// A stored snapshot that is older than `usableFor` counts as missing.
  func takeUp() {
    let oldest = usableFor.map { $0 / .seconds(1) } ?? .infinity
    if let kept = stored?.remove(scope), age(of: kept) <= oldest { stored?.save(kept) }
    wantIfStale()
    tell()
    interest.ring()
  }

  /// Stores a snapshot and then shows it.
  ///
  /// - Returns: The failure if the snapshot is neither stored nor shown: another source uses the
  ///   store.
  func keep(_ snapshot: SourceSnapshot<Scope, Value>) async -> FetchFailure? {
    let others = (stored ?? IdentifiedArray()).map(\.scope)
      .filter { $0 != snapshot.scope && $0 != scope }
    let room = capacity - (snapshot.scope == scope ? 1 : 2)
    let leaving = others.dropLast(max(0, room))
    do {
      try await store.update { kept in
        for scope in leaving { kept.remove(scope) }
        kept.save(snapshot)
      }
    } catch {
      // After a disk failure the snapshot stays in memory. If another source uses the store, memory
      // would contradict the disk.
      if case .inUse = error { return .notStored(error) }
    }
    for scope in leaving where scope != self.scope { stored?.remove(scope) }
    stored?.save(snapshot)
    return nil
  }

  /// The current state, for a consumer that has seen an answer before the state that shows it.
  package var state: SourceState<Scope, Value> {
    let kept = stored?[id: scope]
    return SourceState(
      scope: scope, data: kept.map { .value($0, isFresh: isFresh($0)) } ?? .none,
      fetch: fetchState, moment: moment)
  }

  private var fetchState: FetchStatus {
    guard isRunning else { return .notRunning }
    if requests[scope]?.isCalledOff == false { return .fetching }
    let closed = gate.reasons
    if isDue { return closed.isEmpty ? .fetching : .closed(closed) }
    return failure.map { .failed($0) } ?? .idle
  }

  /// Yields the current state to the observers, which skip equal states.
  func tell() {
    moment += 1
    if stored != nil { observers.tell(state) }
  }

  func isFresh(_ snapshot: SourceSnapshot<Scope, Value>) -> Bool {
    // A time in the future comes from a clock that has been set back.
    let age = age(of: snapshot)
    return age >= 0 && age <= freshFor / .seconds(1)
  }

  private func age(of snapshot: SourceSnapshot<Scope, Value>) -> TimeInterval {
    now().timeIntervalSince(snapshot.time)
  }
}
