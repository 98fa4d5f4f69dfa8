import CartTestSupport
import Networking
import Sandbox
import SyncTestSupport

/// The server of carts, which records the changes of abandoned carts.
struct WatchedCartServer: DeviceServer {
  var model = CartServerModel.sample
  /// The carts that the app has abandoned.
  var left: Set<String> = []

  func judge(_ change: HTTPRequest, _ ledger: Ledger) {
    let isOfLeft = left.contains { change.path.hasPrefix("/v1/carts/\($0)/") }
    ledger.expect(!isOfLeft, "a cart that was left is told something")
  }

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    model.answer(request)
  }
}
