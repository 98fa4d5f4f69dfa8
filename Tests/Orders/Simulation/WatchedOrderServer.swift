import Foundation
import Networking
import Sandbox
import SyncTestSupport

/// The server of orders, on the virtual clock and behind replicas that lag.
struct WatchedOrderServer: DeviceServer {
  var model = OrderServerModel()
  /// The longest lag of a replica, in seconds.
  var longestLag = 0
  /// The number that is added to the revision of each order; a lower one makes the revisions go back.
  var offset = 0
  /// The number of responses with a random part of each order replaced by something odd.
  var oddAnswers = 0
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
    let response = model.answer(request)
    guard response.status == 200, offset > 0 || oddAnswers > 0 else { return response }
    do {
      return HTTPResponse(
        status: 200, body: try edited(response.body), etag: oddAnswers > 0 ? nil : response.etag)
    } catch {
      ledger.expect(false, "\(error)")
      return response
    }
  }

  private mutating func edited(_ body: Data) throws -> Data {
    guard var list = try JSONSerialization.jsonObject(with: body) as? [String: Any],
      let orders = list["orders"] as? [[String: Any]]
    else { return body }
    list["orders"] = orders.map { order in
      var order = order
      if let revision = order["revision"] as? Int { order["revision"] = revision + offset }
      return oddAnswers > 0 ? odd(order) : order
    }
    oddAnswers = max(0, oddAnswers - 1)
    return try JSONSerialization.data(withJSONObject: list)
  }

  private mutating func odd(_ order: [String: Any]) -> [String: Any] {
    let values: [Any?] = [nil, NSNull(), "", -1, 0, Int.max, true, [Any](), [String: Any](), [7]]
    let value = values[.random(in: 0..<values.count, using: &random)]
    var order = order
    if var lines = order["lines"] as? [[String: Any]], !lines.isEmpty, .random(using: &random) {
      let index = Int.random(in: 0..<lines.count, using: &random)
      let parts = lines[index].keys.sorted()
      lines[index][parts[.random(in: 0..<parts.count, using: &random)]] = value
      order["lines"] = lines
    } else {
      let parts = order.keys.sorted().filter { !["id", "revision", "status"].contains($0) }
      order[parts[.random(in: 0..<parts.count, using: &random)]] = value
    }
    return order
  }
}
