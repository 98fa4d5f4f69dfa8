import Cart
import Networking
import Pricing
import ShowcaseKit
import Sync

extension SyncStatus<CartRejection> {
  /// The text of the badge.
  var words: String {
    switch self {
    case .confirmed: ""
    case .pending: "pending"
    case .maybeApplied: "maybe applied"
    case .failed(let refusal): "failed: \(refusal.words)"
    }
  }
}

extension LineProblem {
  var words: String {
    switch self {
    case .soldOut: "sold out"
    case .limited(let count): "only \(count) left"
    case .priceChanged(let old, let new):
      "was \(Catalog.format.string(old)), is \(Catalog.format.string(new))"
    case .other(_, let text): text
    }
  }
}

extension CartProblem {
  var words: String {
    switch self {
    case .belowMinimum(let minimum, let missing):
      "Orders begin at \(Catalog.format.string(minimum)): add \(Catalog.format.string(missing))"
    case .sumsDiffer: "The server's sums contradict its lines"
    case .other(_, let text): text
    }
  }
}

extension PromoState {
  var words: String {
    switch self {
    case .pending(let status): status.words.isEmpty ? "sent" : status.words
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
    case .fulfillment(let fulfillment): fulfillment.method.rawValue
    case .order: "the order"
    case .unreadable: "a change of another release"
    }
  }
}

extension OrderState {
  var words: String? {
    switch self {
    case .open: nil
    case .pending(let status): "Order: \(status.words)"
    case .refused(let refusal): "Order refused: \(refusal.words)"
    case .placed(let number): "Ordered as \(number)"
    }
  }
}

extension CartError {
  /// The text for the user: one sentence.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .anotherCity: "it is from another city's menu"
    case .anotherCurrency(let code): "the cart is not in \(code)"
    case .badQuantity(_, let allowed):
      "the quantity has to be \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooManyLines(let limit): "a cart has at most \(limit) lines"
    case .badItem(let what): "its \(what) is invalid"
    case .badPromoCode: "the promo code is invalid"
    case .unknownLine: "that line cannot be changed"
    case .orderInProgress: "an order is pending"
    case .notReady(let obstacle): obstacle.words
    }
  }
}

extension SyncError {
  fileprivate var words: String {
    switch self {
    case .storage(let error): "\(error)"
    case .noCity: "no city yet"
    case .closed(let reasons): reasons.map(\.rawValue).sorted().joined(separator: ", ")
    case .fetch(let failure): "the server was not reached: \(failure.words)"
    case .cancelled: "cancelled"
    case .superseded: "something else was selected meanwhile"
    case .full(let limit): "\(limit) changes are waiting"
    case .unknownChange: "it has gone meanwhile"
    case .inFlight, .mayBeApplied: "the server may have it already"
    case .anotherAccount: "the changes of another account are waiting"
    case .notEncodable: "it cannot be sent"
    }
  }
}

extension FetchFailure {
  var words: String {
    switch self {
    case .noAnswer(let error): "\(error)"
    case .status(let status): "HTTP \(status)"
    case .refused(let problem): "\(problem)"
    case .unusable(let body): "\(body)"
    case .outdated: "the answer is outdated"
    case .notStored(let error): "\(error)"
    }
  }
}

extension ChangeRefusal<CartRejection> {
  fileprivate var words: String {
    switch self {
    case .rejected(.cartClosed): "the cart is closed"
    case .rejected(.soldOut(let text)), .rejected(.sumChanged(let text)),
      .rejected(.other(_, let text)):
      text
    case .conflict: "another device has changed it"
    case .unreadable: "this release cannot read it"
    }
  }
}

extension CartError.Obstacle {
  fileprivate var words: String {
    switch self {
    case .empty: "the cart is empty"
    case .pricesChanged: "a price has changed: accept it first"
    case .lines: "a line has a problem: change or remove it first"
    case .undecided: "a change was refused: decide about it first"
    case .due(let now): "\(Catalog.format.string(now)) is due now"
    case .problem(let problem): problem.words
    }
  }
}
