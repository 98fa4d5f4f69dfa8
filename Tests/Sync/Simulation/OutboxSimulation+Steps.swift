import Storage
@testable import Sync
import SyncTestSupport
import Synchronization

extension OutboxSimulation {
  /// Performs one step, or ignores it if it does not apply to the current state.
  mutating func perform(_ step: Scenario.Step) {
    switch step {
    case .put(let line, let quantity): put(line, quantity)
    case .link(let line, let lane): put(line, 1, awaiting: lane)
    case .delete(let line):
      if exists(line) { enqueue(.delete, line) }
    case .refused(let line): enqueue(.refused, line)
    case .upload(let photo): enqueue(.upload, 4 + photo, photo + 1)
    case .order: enqueue(.order, 7, 1)
    case .retry(let item): retry(item)
    case .replace(let item, let quantity): replace(item, quantity)
    case .discard(let item): discard { $0[item % $0.count] }
    case .close(let obstacle): obstruct(obstacle, isClosed: true)
    case .open(let obstacle): obstruct(obstacle, isClosed: false)
    case .crash: crash()
    case .crashLocked: crash(unreadable: 2)
    case .update(let canRead, let entry):
      disk.update(canRead: canRead, entry: entry)
      crash()
    case .stop: stop()
    case .start: start()
    case .fillDisk:
      disk.isFull = true
      network.world.withLock { $0.wasFull = true }
    case .freeDisk: disk.isFull = false
    case .run(let steps): for _ in 0..<steps where !executor.step() { return runAll() }
    case .settle: look(isStart: false)
    case .advance: clock.advance()
    case .jump(let seconds): clock.jump(by: .seconds(seconds))
    }
  }

  // MARK: The user

  private func exists(_ lane: Int) -> Bool {
    network.world.withLock { $0.intended(OutboxWorld.lanes[lane]) != nil }
  }

  private func put(_ line: Int, _ quantity: Int, awaiting lane: Int? = nil) {
    let awaited = lane.map { exists($0) ? [OutboxWorld.lanes[$0]] : [] } ?? []
    enqueue(exists(line) ? .set : .create, line, quantity, awaited)
  }

  private func enqueue(
    _ kind: SimulatedChange.Kind, _ lane: Int, _ quantity: Int = 0, _ awaited: [Lane] = []
  ) {
    let next = SimulatedChange(
      numbers: [], kind: kind, lane: OutboxWorld.lanes[lane], awaited: awaited)
    if !network.world.withLock({ $0.canAsk(next) }) { finishCalls() }
    let (change, life) = network.world.withLock { world in
      (world.add(kind, next.lane, quantity: quantity, awaited: awaited), world.life)
    }
    ask(change) { [outbox, network] in
      do throws(SyncError) {
        let writeStatus = try await outbox.enqueue(change)
        network.world.withLock { world in
          guard world.life == life else { return }
          world.took(change.numbers[0], writeStatus == .written)
        }
      } catch {
        network.world.withLock {
          $0.expect($0.life != life, "\(change.numbers) was not taken: \(error)")
        }
      }
    }
  }

  // MARK: The world

  mutating func obstruct(_ reason: Gate.Reason, isClosed: Bool) {
    network.world.withLock { world in
      if isClosed { world.obstacles.insert(reason) } else { world.obstacles.remove(reason) }
      world.isShut = world.isShut && !world.obstacles.isEmpty
    }
    if isClosed { gate.close(for: reason) } else { gate.open(for: reason) }
  }
}
