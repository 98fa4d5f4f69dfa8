import Storage
import Sync
import Synchronization

extension OutboxSimulation {
  /// Makes one step happen, unless it makes no sense now.
  mutating func perform(_ step: Scenario.Step) {
    switch step {
    case .put(let line, let quantity): put(line, quantity)
    case .link(let line, let link): put(line, 1, awaiting: link)
    case .delete(let line):
      if exists(line) { enqueue(.delete, line) }
    case .refused(let line): enqueue(.refused, line)
    case .upload(let photo): enqueue(.upload, 4 + photo, photo + 1)
    case .order: enqueue(.order, 7, 1)
    case .retry(let item): retry(item)
    case .replace(let item, let quantity): replace(item, quantity)
    case .discard(let item): discard { $0[item % $0.count] }
    case .retryNow:
      ask(nil) { [outbox] in await outbox.retryNow() }
    case .pull(let lane, let behind): pull(OutboxWorld.lanes[lane], behind)
    case .close(let obstacle): obstruct(obstacle.reason, isClosed: true)
    case .open(let obstacle): obstruct(obstacle.reason, isClosed: false)
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

  private func put(_ line: Int, _ quantity: Int, awaiting link: Scenario.Link? = nil) {
    let awaited: [Lane] =
      switch link {
      case nil: []
      case .line(let other): exists(other) ? [OutboxWorld.lanes[other]] : []
      case .photo(let photo): exists(4 + photo) ? [OutboxWorld.lanes[4 + photo]] : []
      }
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
    ask(change) { [outbox, network, disk] in
      do throws(OutboxError) {
        let persistence = try await outbox.enqueue(change)
        network.world.withLock { world in
          guard world.life == life else { return }
          disk.acknowledge()
          world.took(change.numbers[0], persistence == .persisted)
        }
      } catch {
        network.world.withLock {
          $0.expect($0.life != life, "\(change.numbers) was not taken: \(error)")
        }
      }
    }
  }

  /// The items as they are now, when nobody is waiting for an answer.
  func items() -> [OutboxItem<SimulatedChange>] {
    finishCalls()
    let items = answer { [outbox] () async -> [OutboxItem<SimulatedChange>]? in
      do { return try await outbox.items() } catch { return nil }
    }
    expect(items.map { $0 != nil } ?? false, "the items cannot be read")
    return items.flatMap(\.self) ?? []
  }

  private func retry(_ number: Int) {
    let items = items()
    guard !items.isEmpty else { return }
    let item = items[number % items.count]
    let sent = item.change ?? disk.unknown[item.id]
    let numbers = sent?.numbers ?? []
    decide(item) { outbox throws(OutboxError) in
      try await outbox.retry(item.id)
    } then: { world in
      for number in numbers where world.operations[number].state == .refused {
        // Nobody knows yet whether it was refused before or after the user's word.
        world.operations[number].isAtStake = true
        world.operations[number].state = .pending
        world.operations[number].base = sent?.base ?? 0
      }
    }
  }

  private func replace(_ number: Int, _ quantity: Int) {
    let items = items().filter { item in
      guard let change = item.change else { return false }
      return network.world.withLock { $0.operations[change.numbers[0]].change.kind != .order }
    }
    guard !items.isEmpty else { return }
    let item = items[number % items.count]
    guard let change = item.change else { return }
    let replacement = network.world.withLock { world in
      world.add(
        change.kind == .refused ? .set : change.kind, item.lane, quantity: quantity,
        awaited: change.awaited, place: world.operations[change.numbers[0]].place)
    }
    let number = replacement.numbers[0]
    let isBehind = disk.isFull
    let isTaken = decide(item, by: replacement) { outbox throws(OutboxError) in
      try await outbox.replace(item.id, with: replacement)
    } then: { world in
      world.expect(
        change.numbers.allSatisfy {
          world.operations[$0].state == .refused || !world.operations[$0].wasSent
        },
        "\(change.numbers) was replaced, and may be applied")
      for number in change.numbers { world.operations[number].state = .gone }
      world.operations[number].failures = item.failures
      world.operations[number].isUnsure = false
      world.operations[number].isVolatile = isBehind
    }
    if !isTaken { network.world.withLock { $0.operations[number].state = .gone } }
  }

  /// Gives up one of the items; returns whether there was one.
  @discardableResult
  func discard(_ choice: ([OutboxItem<SimulatedChange>]) -> OutboxItem<SimulatedChange>?) -> Bool {
    let items = items()
    guard !items.isEmpty, let item = choice(items) else { return false }
    let numbers = (item.change ?? disk.unknown[item.id])?.numbers ?? []
    return decide(item) { outbox throws(OutboxError) in
      try await outbox.discard(item.id)
    } then: { world in
      for number in numbers {
        world.expect(
          world.operations[number].state == .refused || !world.operations[number].wasSent,
          "\(number) was given up, and may be applied")
        world.operations[number].state = .gone
      }
    }
  }

  /// Returns whether the outbox did what was decided.
  @discardableResult
  private func decide(
    _ item: OutboxItem<SimulatedChange>, by replacement: SimulatedChange? = nil,
    _ decision: @escaping @Sendable (Outbox<SimulatedChange>) async throws(OutboxError) -> Void,
    then note: (inout OutboxWorld) -> Void
  ) -> Bool {
    let outbox = outbox
    let numbers = (item.change ?? disk.unknown[item.id])?.numbers ?? []
    let own = replacement.map { numbers + $0.numbers } ?? numbers
    network.world.withLock { world in
      world.wasStuck.formUnion(world.stuck)
      for number in own {
        world.operations[number].isAtStake = true
        // What was refused was not applied; if it is sent again, it is sent anew.
        if world.operations[number].state == .refused { world.operations[number].wasSent = false }
      }
    }
    let refusal = answer { () async -> OutboxError? in
      do throws(OutboxError) {
        try await decision(outbox)
        return nil
      } catch { return error }
    }
    disk.acknowledge()
    let isBehind = disk.isFull
    return network.world.withLock { world in
      for number in own { world.operations[number].isAtStake = false }
      guard case .some(nil) = refusal else {
        world.note("  refused: \(String(describing: refusal))")
        return false
      }
      // What only memory knows was decided, a crash undoes, sent or not.
      if isBehind { world.tainted.insert(item.lane) }
      note(&world)
      return true
    }
  }

  // MARK: The world

  private mutating func obstruct(_ reason: Gate.Reason, isClosed: Bool) {
    network.world.withLock { world in
      if isClosed { world.obstacles.insert(reason) } else { world.obstacles.remove(reason) }
      world.isShut = world.isShut && !world.obstacles.isEmpty
    }
    if isClosed { gate.close(for: reason) } else { gate.open(for: reason) }
  }

  private func pull(_ lane: Lane, _ behind: Int) {
    let revision = network.world.withLock { world -> Int? in
      let revision = max(0, world.server.revision - behind)
      guard revision > world.snapshots[lane]?.revision ?? 0 else { return nil }
      world.store(lane, revision)
      return revision
    }
    if let revision { settle(lane, revision) }
  }

  func settle(_ lane: Lane, _ revision: Int) {
    ask(nil) { [outbox] in
      do { try await outbox.settle(lane, version: revision) } catch {}
    }
  }

  // MARK: Looking

  /// Lets everything come to rest, and looks at everything.
  func look(isStart: Bool) {
    if !isStart { runAll() }
    let items = items()
    if !isStart { runAll() }
    let (now, next) = (clock.now.offset, clock.next?.offset)
    let (isBehind, isFull, unknown) = (disk.isBehind, disk.isFull, disk.unknown)
    let reasons = gate.reasons
    if !isStart { disk.acknowledge() }
    network.world.withLock { world in
      world.look(at: items, unknown: unknown, isStart: isStart, isBehind: isBehind)
      guard !isStart else { return world.wasFull = isFull }
      // Whether the server or the user was the last to speak is known to the gate alone.
      if reasons.contains(.signedOut) { world.obstacles.insert(.signedOut) }
      world.expect(reasons == world.obstacles, "the gate is closed for \(reasons)")
      if running != nil { world.expectNothingForgotten(items, now: now, next: next) }
    }
  }

  /// Everything is well again, and time goes on: what can arrive arrives.
  mutating func finish() {
    guard !isBroken else { return }
    network.world.withLock { world in
      world.note("heal")
      world.faults = []
    }
    disk.isFull = false
    for reason in Gate.Reason.allCases { obstruct(reason, isClosed: false) }
    if !disk.unknown.isEmpty {
      look(isStart: false)
      disk.update(canRead: true, entry: 0)
      crash()
    }
    start()
    comeToRest()
    network.world.withLock { $0.expectQuiet() }
    var refused = 0
    while !isBroken,
      discard({ $0.first { if case .needsDecision = $0.reason { true } else { false } } })
    {
      refused += 1
      comeToRest()
    }
    let items = items()
    expect(items.isEmpty, "\(items.count) changes never go")
    network.world.withLock { $0.expectEqual() }
  }

  private mutating func comeToRest() {
    let start = clock.now.offset
    repeat {
      runAll()
      // The last answer of the old world may have been that the user has to sign in.
      obstruct(.signedOut, isClosed: false)
      runAll()
    } while !isBroken && clock.advance() && clock.now.offset - start < .seconds(1_800)
    expect(clock.next == nil, "it does not come to an end in half an hour")
    for lane in OutboxWorld.lanes { pull(lane, 0) }
    finishCalls()
    look(isStart: false)
  }
}

extension Scenario.Obstacle {
  var reason: Gate.Reason {
    switch self {
    case .offline: .offline
    case .migrating: .migrating
    case .noCity: .noCity
    case .signedOut: .signedOut
    }
  }
}
