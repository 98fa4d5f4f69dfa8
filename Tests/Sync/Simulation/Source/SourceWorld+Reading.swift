import Storage
import Sync
import SyncTestSupport

extension SourceWorld {
  func read(_ fetching: FetchPolicy) {
    nextID += 1
    let reader = SourceReader(id: nextID, kind: .states(fetching), visit: visits.count - 1)
    readers.append(reader)
    follow(reader, fetching)
  }

  func follow(_ reader: SourceReader, _ fetching: FetchPolicy) {
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
      let called = self.nextID
      let result = await Self.$isCall.withValue(true) {
        await Result { () async throws(SyncError) in try await source.refresh() }
      }
      reader.hasEnded = true
      guard process == self.process else { return }
      self.trace.append("refreshed \(reader.id) \(result.line)")
      switch result {
      case .success(let snapshot):
        if self.answered[snapshot.scope] <= called {
          self.breaks("A refresh is answered by a request that left after it")
        }
        if let version = snapshot.version, let before = floor[snapshot.scope],
          version < before.version, self.floor[snapshot.scope]?.version ?? version > version,
          self.isProtected(snapshot.scope)
        {
          self.breaks("Versions never go back")
        }
      case .failure(.cancelled):
        if !reader.hasLeft { self.breaks("Cancelling one never cancels the others") }
      case .failure(.fetch(let failure)):
        if !self.isExpected(failure) { self.breaks("A failure is the server's") }
      case .failure(.closed(let reasons)):
        if reasons.isEmpty { self.breaks("A closed gate has reasons") }
      case .failure(.superseded):
        if reader.visit == self.visits.count - 1 {
          self.breaks("A scope changes when it is told to")
        }
      case .failure:
        self.breaks("A failure is the server's")
      }
    }
  }

  func leave(_ reader: SourceReader) {
    reader.hasLeft = true
    reader.task?.cancel()
  }
}

// The order of a set differs between runs, so the reasons are sorted.
extension Result<SourceSnapshot<Int, Int>, SyncError> {
  fileprivate var line: String {
    switch self {
    case .success(let snapshot): "\(snapshot.version ?? -1)"
    case .failure(.closed(let reasons)): "\(reasons.map(\.rawValue).sorted())"
    case .failure(let error): "\(error)"
    }
  }
}
