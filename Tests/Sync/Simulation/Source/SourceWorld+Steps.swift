import Sandbox
import Sync
import SyncTestSupport

extension SourceWorld {
  func perform(_ step: SourceStep) throws {
    switch step {
    case .read(let fetching): read(fetching)
    case .refresh: refresh()
    case .leave(let number):
      let present = readers.filter(\.isThere)
      if !present.isEmpty { leave(present[number % present.count]) }
    case .leaveAll: readers.forEach(leave)
    case .use(let scope):
      occasions += 1
      commands?.yield(scope)
    case .serverChange(let scope): server.change(scope)
    case .server(let behavior): server.behavior = behavior
    case .close(let reason): gate.close(for: reason)
    case .open(let reason):
      if gate.reasons.contains(reason) { occasions += 1 }
      // So the new connection counts, although there was another one.
      clock.jump(by: .seconds(1))
      gate.open(for: reason)
    case .age(let seconds): hours += Double(seconds)
    case .crash(let isDamaged):
      stop()
      try start(isDamaged: isDamaged)
    case .work(let count):
      mayHaveLeft = true
      for _ in 0..<count { executor.step() }
    case .rest: rest()
    case .advance:
      rest()
      advance()
      rest()
    }
  }

  @discardableResult
  func advance() -> Bool {
    let isHeld = !held.isEmpty
    resumeHeld()
    return clock.advance() || isHeld
  }

  func resumeHeld() {
    let waiting = held
    held = []
    waiting.forEach { $0.resume() }
  }

  /// Removes all faults and checks that every consumer receives the server's newest value.
  func heal() throws {
    server.behavior = .healthy
    settleDown()
    for reason in Gate.Reason.allCases { try perform(.open(reason)) }
    settleDown()
    read(.whenStale)
    refresh()
    settleDown()
    checkHealed()
    if clock.now.sinceStart > .seconds(1_200) { breaks("The time that it takes is bounded") }
  }

  private func settleDown() {
    for _ in 0..<100 {
      rest()
      if !advance() { return }
    }
    breaks("Everything comes to rest")
  }
}
