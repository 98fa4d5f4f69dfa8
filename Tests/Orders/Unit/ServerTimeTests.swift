import Foundation
import NetworkingTestSupport
import OrdersTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

@testable import Orders

struct ServerTimeTests {
  private let clock = VirtualClock()

  private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

  @Test func `The time in a slow response does not move the clock backward`() {
    let time = ServerTime(clock)
    time.set(date(1_000))
    clock.jump(by: .seconds(30))
    for seconds in [1_029, 971] {
      time.set(date(seconds))
      #expect(time.now == date(1_030))
    }
    clock.jump(by: .seconds(5))
    #expect(time.now == date(1_035))
    time.set(date(1_036))
    #expect(time.now == date(1_036))
  }

  @Test func `A time that is a minute earlier is that of a clock that the server has set`() {
    let time = ServerTime(clock)
    time.set(date(1_000))
    time.set(date(940))
    #expect(time.now == date(940))
  }

  @Test func `A page that arrives after a newer list does not move the clock backward`()
    async throws
  {
    let server = SandboxServer(OrderServerModel())
    let transport = StubTransport(over: server)
    let orders = FeatureEnvironment(transport: transport, city: SettledCity(.almaty), clock: clock)
      .makeOrderTracker()
    let start = OrderServerModel().now
    transport.interrupt { [clock] in
      clock.jump(by: .seconds(30))
      server.change { $0.now += 29 }
      try await orders.refresh()
    }
    _ = try await orders.history(after: nil)
    #expect(orders.serverTime == date(start + 29))
  }
}
