import Foundation
import Networking
import NetworkingTestSupport
import Orders
import OrdersTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

/// Each test runs a tracker on a virtual clock, with the largest random factor, so that the time of each
/// request is exact.
struct PollingTests {
  private let device = OrdersDevice(.memory)
  private let executor = SimulationExecutor(seed: 1)
  private let orders: any OrderTracker

  init() throws {
    orders = device.launch(random: EqualNumbers())
    try device.place()
  }

  /// Runs the tracker up to a time, and returns the seconds of its requests for the list.
  private func run(to seconds: Int, _ steps: [Int: () -> Void] = [:]) -> [Int] {
    let orders = orders
    let running = Task(executorPreference: executor) { do { try await orders.run() } catch {} }
    let clock = device.clock
    for second in 0...seconds {
      let time = Duration.seconds(second)
      while executor.step()
        || (clock.next.map { $0.sinceStart <= time } ?? false && clock.advance())
      {}
      if clock.now.sinceStart < time { clock.jump(by: time - clock.now.sinceStart) }
      steps[second]?()
      while executor.step() {}
    }
    running.cancel()
    while executor.step() {}
    return device.polls.all
  }

  private func call(_ body: @escaping @Sendable (any OrderTracker) async throws -> Void) {
    let orders = orders
    Task(executorPreference: executor) { do { try await body(orders) } catch {} }
  }

  @Test func `The expected interval determines the times of the requests`() {
    // The server expects the status `confirmed` after 30 to 90 seconds, and sets it after 60.
    #expect(run(to: 95) == [0, 30, 42, 54, 66])
  }

  @Test func `A failed request is repeated after growing delays, which a usable response ends`() {
    let polls = run(
      to: 83,
      [
        1: { device.server.spoil([.lost, .lost, .lost]) { _ in true } },
        80: { call { await $0.receive(OrderEvent("N-1", revision: 9)) } },
      ])
    #expect(polls == [0, 30, 31, 33, 37, 49, 61, 80])
  }

  @Test func `The delay that the service requests after a failure is kept`() {
    let busy = HTTPResponse(problem: "busy", status: 429, retryAfter: .seconds(100))
    let fault = RequestFault<OrderServerModel>(reachesServer: false) { _ in .success(busy) }
    let polls = run(to: 131, [1: { device.server.spoil([fault]) { _ in true } }])
    #expect(polls == [0, 30, 130])
  }

  @Test func `While the gate is closed nothing is asked, and its opening continues the schedule`() {
    let polls = run(
      to: 60, [10: { device.gate.close(for: .offline) }, 50: { device.gate.open(for: .offline) }])
    #expect(polls == [0, 50])
  }

  @Test func `An event interrupts the wait for the next request`() {
    let polls = run(
      to: 29,
      [
        10: { call { await $0.receive(OrderEvent("N-1", revision: 3)) } },
        20: { call { await $0.receive(OrderEvent("N-1", revision: 2)) } },
      ])
    // The server does not have the announced revision yet.
    #expect(polls == [0, 10, 14, 22])
  }

  @Test func `An event without a new revision or a valid id causes no request`() {
    let events = [("N-1", 1), ("N-1", 0), ("N-2", 0), ("N-2", -1), ("../N-2", 9), ("", 9)]
    let polls = run(
      to: 29,
      [
        10: {
          for (id, revision) in events {
            call { await $0.receive(OrderEvent(id, revision: revision)) }
          }
        }
      ])
    #expect(polls == [0] && device.server.requests.count == 1)
  }

  @Test func `Without an active order nothing is asked until one is handed over`() throws {
    device.server.change { $0.finish("N-1") }
    let order = try Order("N-2", key: "key-2", of: .snack)
    let polls = run(
      to: 1_000,
      [
        900: {
          device.server.change { $0.place("N-2", key: "key-2", cart: .snack) }
          call { _ = try await $0.track(order) }
        }
      ])
    #expect(polls == [0, 900])
  }

  @Test func `A response that closes the gate ends the requests until the gate opens`() {
    let fault = RequestFault<OrderServerModel>.problem("signedOut", status: 401)
    let polls = run(
      to: 60,
      [
        1: { device.server.spoil([fault]) { _ in true } },
        50: { device.gate.open(for: .signedOut) },
      ])
    #expect(polls == [0, 30, 50])
  }
}
