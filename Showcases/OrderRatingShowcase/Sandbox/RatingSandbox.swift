import Networking
import OrderRating
import Sandbox
import ShowcaseKit

/// A server of reviews in this process.
typealias RatingSandbox = SandboxServer<ReviewServerModel>

extension RatingSandbox {
  /// Creates a server with these orders.
  convenience init(_ orders: [RatableOrder]) {
    self.init(.afterLunch)
    for order in orders { add(order) }
  }

  /// Adds an order of the user, which the user can rate for a week.
  func add(_ order: RatableOrder) {
    change { $0.orders[order.id] = order.atServer(closesAt: $0.now + 7 * 86_400) }
  }
}

extension RatingSandbox.Exchange {
  var words: String {
    let what = request.path.hasSuffix("review") ? "the review" : "a photo"
    return "\(what): HTTP \(status ?? 0)\(isHeard ? "" : ", and the response is lost")"
  }
}

extension ReviewServerModel {
  /// A server without orders; its time is two hours after ``SampleOrders/lunchtime``.
  static let afterLunch = ReviewServerModel(now: SampleOrders.lunchtime + 7_200)
}
