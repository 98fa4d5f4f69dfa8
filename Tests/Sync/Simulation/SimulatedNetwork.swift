import Sandbox
@testable import Sync
import SyncTestSupport
import Synchronization

/// Transfers requests to the simulated server and responses back, with one fault per request.
final class SimulatedNetwork: Sendable {
  private typealias Answer = SimulatedServer.Answer

  let world: Mutex<OutboxWorld>
  private let executor: SimulationExecutor
  private let clock: VirtualClock

  init(_ world: consuming OutboxWorld, on executor: SimulationExecutor, _ clock: VirtualClock) {
    self.world = Mutex(world)
    self.executor = executor
    self.clock = clock
  }

  /// Sends a change for one life of the app.
  ///
  /// Returns `.unknown` if that life has ended.
  func send(
    _ outgoing: OutgoingChange<SimulatedChange>, life: Int
  ) async -> SendOutcome<SimulatedChange, Int> {
    let change = outgoing.change
    let sent = world.withLock { world -> (SimulatedServer.Request, Scenario.Fault)?? in
      guard world.life == life else { return nil }
      return .some(world.begin(outgoing, now: clock.now.sinceStart))
    }
    guard let sent else { return .unknown }
    guard let (request, fault) = sent else {
      await executor.pause()
      return world.withLock { $0.life == life ? $0.endUnsent(change) : .unknown }
    }

    let (answers, answering) = AsyncStream.makeStream(of: Answer.self)
    Task(executorPreference: executor) { await self.carry(request, fault, answering) }
    var answer = Answer.nothing
    for await first in answers {
      answer = first
      break
    }
    return world.withLock { world in
      guard world.life == life else { return .unknown }
      return world.end(
        change, outgoing.key, answer, isHopeless: fault == .hopelessConflict,
        now: clock.now.sinceStart)
    }
  }

  private func carry(
    _ request: SimulatedServer.Request, _ fault: Scenario.Fault,
    _ answering: AsyncStream<Answer>.Continuation
  ) async {
    await executor.pause()
    switch fault {
    case .none: answering.yield(arrive(request))
    case .unsent: answering.yield(.unsent)
    case .lost:
      await wait(30)
      answering.yield(.nothing)
    case .answerLost:
      _ = arrive(request)
      await wait(30)
      answering.yield(.nothing)
    case .slow:
      await wait(5)
      let answer = arrive(request)
      await wait(5)
      answering.yield(answer)
    case .duplicated:
      answering.yield(arrive(request))
      await wait(7)
      _ = arrive(request)
    case .late:
      await wait(30)
      answering.yield(.nothing)
      await wait(40)
      _ = arrive(request)
    case .unauthorized: answering.yield(.unauthorized)
    case .keyInProgress: answering.yield(.busy(retryAfter: nil))
    case .conflict, .hopelessConflict: answering.yield(arrive(request, isChangedElsewhere: true))
    case .tooMany: answering.yield(.busy(retryAfter: .seconds(90)))
    case .serverError: answering.yield(.busy(retryAfter: nil))
    case .serverErrorAfter:
      _ = arrive(request)
      answering.yield(.busy(retryAfter: nil))
    case .garbage:
      _ = arrive(request)
      answering.yield(.nothing)
    }
  }

  private func arrive(
    _ request: SimulatedServer.Request, isChangedElsewhere: Bool = false
  ) -> Answer {
    world.withLock { $0.arrive(request, isChangedElsewhere: isChangedElsewhere) }
  }

  private func wait(_ seconds: Int) async {
    do { try await clock.sleep(for: .seconds(seconds)) } catch {}
  }
}
