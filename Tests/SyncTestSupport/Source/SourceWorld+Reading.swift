import Storage
import Sync

extension SourceWorld {
  func read(_ fetching: SourceFetching) {
    nextID += 1
    let reader = SourceReader(id: nextID, kind: .states(fetching), visit: visits.count - 1)
    readers.append(reader)
    follow(reader, fetching)
  }

  func follow(_ reader: SourceReader, _ fetching: SourceFetching) {
    guard let source else { return }
    if fetching != .never { occasions += 1 }
    let process = process
    reader.task = Task(executorPreference: executor) {
      for await state in await source.states(fetching: fetching) {
        guard process == self.process, !reader.hasLeft else { break }
        self.saw(state, reader)
      }
      reader.hasEnded = true
      if process == self.process, !reader.hasLeft { self.breaks("A reader reads until it leaves") }
    }
  }

  func refresh() {
    guard let source else { return }
    nextID += 1
    occasions += 1
    let reader = SourceReader(id: nextID, kind: .refresh, visit: visits.count - 1)
    readers.append(reader)
    let process = process
    let floor = floor
    reader.task = Task(executorPreference: executor) {
      let result: Result<SourceSnapshot<Int, Shelf>, SourceError>
      do throws(SourceError) {
        result = .success(try await source.refresh())
      } catch {
        result = .failure(error)
      }
      reader.hasEnded = true
      guard process == self.process else { return }
      self.trace.append("refreshed \(reader.id) \(result.line)")
      switch result {
      case .success(let snapshot):
        if let version = snapshot.version, version < floor[snapshot.scope] ?? 0,
          self.floor[snapshot.scope] != nil
        {
          self.breaks("Versions never go back")
        }
      case .failure(.cancelled):
        if !reader.hasLeft { self.breaks("Cancelling one never cancels the others") }
      case .failure(.failed(let reason)):
        if reason != "the server fails" { self.breaks("A failure is the server's") }
      case .failure(.closed(let reasons)):
        if reasons.isEmpty { self.breaks("A closed gate has reasons") }
      case .failure(.scopeChanged):
        if reader.visit == self.visits.count - 1 {
          self.breaks("A scope changes when it is told to")
        }
      }
    }
  }

  func leave(_ reader: SourceReader) {
    reader.hasLeft = true
    reader.task?.cancel()
  }

  /// What every state has to be, seen from the one before it.
  private func saw(_ state: SourceState<Int, Shelf>, _ reader: SourceReader) {
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
    if case .failed(let reason) = state.fetch, reason != "the server fails" {
      breaks("A failure is the server's")
    }
    guard let snapshot = state.snapshot else { return }
    let known = server.history[state.scope]
    guard snapshot.scope == state.scope, let version = snapshot.version,
      known.indices.contains(version), known[version] == snapshot.value
    else { return breaks("A value is what the server had for its scope") }
    if version < floor[state.scope] ?? 0 { breaks("Versions never go back") }
    if version > floor[state.scope] ?? -1 {
      checkKept(state.scope, version)
      floor[state.scope] = version
    }
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
    case .failed(let reason): reason
    case .closed(let reasons): "\(reasons.map(\.rawValue).sorted())"
    }
  }
}

extension Result<SourceSnapshot<Int, Shelf>, SourceError> {
  fileprivate var line: String {
    switch self {
    case .success(let snapshot): "\(snapshot.version ?? -1)"
    case .failure(.closed(let reasons)): "\(reasons.map(\.rawValue).sorted())"
    case .failure(let error): "\(error)"
    }
  }
}
