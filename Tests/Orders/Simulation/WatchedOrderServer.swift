import Networking
import Sandbox
import SyncTestSupport

/// The server of orders, on the virtual clock and behind replicas that lag.
struct WatchedOrderServer: DeviceServer {
  var model = OrderServerModel()
  /// The longest lag of a replica, in seconds.
  var longestLag = 0
  private let clock: VirtualClock
  private var random: SplitMix64

  init(_ clock: VirtualClock, seed: UInt64) {
    self.clock = clock
    random = SplitMix64(seed: seed ^ 0x1A6)
  }

  /// Moves the server's time to that of the clock.
  mutating func settle() {
    model.now = OrderServerModel().now + Int(clock.now.sinceStart / .seconds(1))
    model.settle()
  }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    settle()
    model.replicaLag = Int.random(in: 0...longestLag, using: &random)
    return model.answer(request)
  }
}
