import CartTestSupport
import Networking
import Sandbox
import SyncTestSupport

/// The server of carts.
struct WatchedCartServer: DeviceServer {
  var model = CartServerModel.sample

  func judge(_ change: HTTPRequest, _ ledger: Ledger) {}

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    model.answer(request)
  }
}
