import Cart
import Networking
import Pricing
import ShowcaseKit
import Sync

extension LineProblem {
  var words: String {
    switch self {
    case .soldOut: "sold out"
    case .limited(let count): "only \(count) left"
    case .priceChanged(let old, _): "price was \(Catalog.format.string(old))"
    case .other(_, let text): text
    }
  }
}

extension CartProblem {
  var words: String {
    switch self {
    case .belowMinimum(let minimum, let missing):
      "The minimum order is \(Catalog.format.string(minimum)): add \(Catalog.format.string(missing))"
    case .sumsDiffer: "The server's totals do not match its lines; refresh the cart"
    case .other(_, let text): text
    }
  }
}

extension PromoState {
  var words: String {
    switch self {
    case .pending(.confirmed): "sent"
    case .pending(let status): status.words(\.words)
    case .applied(let amount) where amount.minorUnits == 0: "adds a gift"
    case .applied(let amount): "discount \(Catalog.format.string(amount))"
    case .notApplied(.belowMinimum(let missing), let text):
      "\(text): add \(Catalog.format.string(missing))"
    case .notApplied(_, let text): text
    }
  }
}

extension PendingCartChange.Subject {
  var words: String {
    switch self {
    case .line(_, let name, 0): "remove \(name)"
    case .line(_, let name, let quantity): "\(quantity) × \(name)"
    case .promo(let code, let isWanted): isWanted ? "code \(code)" : "remove code \(code)"
    case .fulfillment(let fulfillment): fulfillment.method.words
    case .order: "the order"
    case .unreadable: "a change made by a newer release of the app"
    }
  }
}

extension OrderState {
  var words: String? {
    switch self {
    case .open: nil
    case .pending(let status): "Order: \(status.words(\.words))"
    case .refused(let refusal): "Order: \(ChangeWords.rejected(refusal.words(\.words)))"
    case .placed(let number): "Order \(number) is placed"
    }
  }
}

extension CartError {
  /// User-facing text for an error of the cart, in one sentence.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .anotherCity: "the item is from the menu of another city"
    case .anotherCurrency(let code): "the price is in \(code), and the cart is in another currency"
    case .badQuantity(_, let allowed):
      "the quantity must be \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooManyLines(let limit): "a cart has at most \(limit) lines; remove one first"
    case .badItem(let what): "the item's \(what) is invalid"
    case .badCartID: "the id of the former cart is invalid; remove it"
    case .badPromoCode: "the promo code is invalid; check its spelling"
    case .unknownLine: "this line cannot be changed"
    case .orderInProgress: "an order is pending; wait for its result"
    case .notReady(let obstacle): obstacle.words
    }
  }
}

extension CartRejection {
  var words: String {
    switch self {
    case .cartClosed: "the cart is closed"
    case .soldOut(let text), .sumChanged(let text), .other(_, let text): text
    case .unknownPlace: "the address no longer exists; choose another"
    case .fulfillmentChanged: "the way of delivery has changed; check it and order again"
    }
  }
}

extension CartError.Obstacle {
  fileprivate var words: String {
    switch self {
    case .empty: "the cart is empty: add an item first"
    case .pricesChanged: "a price has changed; accept it first"
    case .lines: "a line has a problem; change or remove it first"
    case .undecided: "a change was rejected; retry or discard it first"
    case .due(let now): "the amount due is \(Catalog.format.string(now)) now; order again"
    case .problem(let problem): problem.words
    }
  }
}
