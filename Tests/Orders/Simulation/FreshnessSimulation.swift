import Foundation
import Networking
import NetworkingTestSupport
import OrdersTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Synchronization

@testable import Orders

/// A simulated hour of one order with the app open, with the delay until each change is displayed.
final class FreshnessSimulation {
  struct Conditions {
    /// The percentage of events that are delivered.
    var events = 100
    /// The longest lag of a replica, in seconds.
    var lag = 0
    /// The largest difference between the expected and the actual time of a change, in seconds.
    var deviation = 20
    /// Whether the server says when it expects a change.
    var announces = true
  }

  private let executor: SimulationExecutor
  private let clock = VirtualClock()
  private let orders: LiveOrderTracker
  private let served: Served
  private let conditions: Conditions
  private var random: SplitMix64
  private var seen: [Int: Int] = [:]
  private var delivered = 1
  /// The number of requests for orders.
  var requests: Int { served.requests }
  /// The seconds from each change at the server until it was shown.
  var delays: [Int] = []

  /// The transport, which answers after a part of a second.
  private final class Served: Transport {
    private let state: Mutex<(server: WatchedOrderServer, requests: Int)>
    private let clock: VirtualClock
    private let ledger = Ledger(isTracing: false)

    init(_ server: WatchedOrderServer, _ clock: VirtualClock) {
      state = Mutex((server, 0))
      self.clock = clock
    }

    var requests: Int { state.withLock { $0.requests } }
    var model: OrderServerModel { state.withLock { $0.server.model } }

    func change(_ body: (inout WatchedOrderServer) -> Void) {
      state.withLock { body(&$0.server) }
    }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      do { try await clock.sleep(for: .milliseconds(400)) } catch { throw .cancelled }
      return state.withLock { state in
        state.requests += 1
        return state.server.answer(request, ledger)
      }
    }
  }

  init(seed: UInt64, _ conditions: Conditions) {
    self.conditions = conditions
    random = SplitMix64(seed: seed)
    executor = SimulationExecutor(seed: seed)
    var server = WatchedOrderServer(clock, seed: seed)
    server.longestLag = conditions.lag
    var course = OrderCourse(
      [
        .init("confirmed", after: 60), .init("inPreparation", after: 300),
        .init("readyForPickup", after: 1_800), .init("inTransit", after: 2_100),
        .init("fulfilled", after: 3_570),
      ], promisedFrom: 3_300, promisedTo: 3_900)
    course.accuracy = conditions.announces ? 30 : nil
    for stage in course.stages.indices {
      course.stages[stage].deviation = .random(
        in: -conditions.deviation...conditions.deviation, using: &random)
    }
    server.model.courses = ["delivery": course]
    served = Served(server, clock)
    orders = LiveOrderTracker(
      in: FeatureEnvironment(
        transport: served, city: SettledCity(.almaty), clock: clock,
        random: SplitMix64(seed: seed), now: { .distantPast }, makeID: { "id" }))
  }

  /// Plays the hour, second by second.
  func play() throws {
    let orders = orders
    let running = Task(executorPreference: executor) {
      do { try await orders.run() } catch {}
    }
    rest()
    served.change { $0.model.place("N-1", key: "key", cart: .evening) }
    let order = try Order("N-1", key: "key", of: .evening)
    Task(executorPreference: executor) { do { _ = try await orders.track(order) } catch {} }
    for _ in 0..<3_700 {
      deliverEvents()
      pass()
      look()
    }
    running.cancel()
    while executor.step() || clock.advance() {}
  }

  private func rest() { while executor.step() {} }

  private func pass() {
    let end = clock.now.advanced(by: .seconds(1))
    rest()
    while let next = clock.next, next <= end {
      clock.advance()
      rest()
      look()
    }
    if clock.now < end { clock.jump(by: clock.now.duration(to: end)) }
    rest()
    served.change { $0.settle() }
  }

  private func deliverEvents() {
    let events = served.model.events
    while delivered < events.count {
      let event = events[delivered]
      delivered += 1
      guard Int.random(in: 0..<100, using: &random) < conditions.events else { continue }
      let orders = orders
      Task(executorPreference: executor) {
        await orders.receive(OrderEvent(event.id, revision: event.revision))
      }
    }
  }

  /// Records when each revision was shown first.
  private func look() {
    guard let order = orders.state.order("N-1") else { return }
    let now = OrderServerModel().now + Int(clock.now.sinceStart / .seconds(1))
    for event in served.model.events where event.revision <= order.revision {
      guard seen[event.revision] == nil, event.revision > 1 else { continue }
      seen[event.revision] = now
      delays.append(now - event.at)
    }
  }
}
