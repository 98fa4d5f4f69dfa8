import Networking
import OrderRating
import OrderRatingServerModel
import ShowcaseKit

/// A server of reviews inside the process.
typealias RatingSandbox = Sandbox<ReviewServerModel>

extension RatingSandbox {
  /// Makes a server at noon that knows these orders.
  convenience init(_ orders: [RatableOrder] = []) {
    self.init(ReviewServerModel(now: Kitchen.noon + 7_200)) { $0.answer($1) }
    for order in orders { add(order) }
  }

  /// Makes an order one of this user's, to be rated within a week.
  func add(_ order: RatableOrder) {
    change { $0.orders[order.id] = order.atServer(closesAt: $0.now + 7 * 86_400) }
  }
}

extension RatingSandbox.Change {
  var words: String {
    let what = request.path.hasSuffix("review") ? "the review" : "a photo"
    return "\(what): HTTP \(status)\(isHeard ? "" : ", and nobody hears it")"
  }
}
