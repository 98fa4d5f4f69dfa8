import Cart
import Commerce
import ShowcaseKit
import Sync

extension LineProblem {
  var words: String {
    switch self {
    case .soldOut: "sold out"
    case .unreadable: "not readable"
    case .limited(let count): "only \(count) left"
    case .priceChanged(let old, _): "price was \(old.text)"
    case .other(_, let text): text
    }
  }
}

extension CartProblem {
  var words: String {
    switch self {
    case .belowMinimum(let minimum, let missing):
      "The minimum order is \(minimum.text): add \(missing.text)"
    case .sumsUnknown: "The sums are not known yet"
    case .unreadable(let part): "\(part) cannot be read"
    case .sumsDiffer: "The server's totals do not match its lines; refresh the cart"
    case .other(_, let text): text
    }
  }
}

extension PromoState {
  var words: String {
    switch self {
    case .pending(.confirmed): "sent"
    case .pending(let status): status.words
    case .applied(let amount) where amount.minorUnits == 0: "adds a gift"
    case .applied(let amount): "discount \(amount.text)"
    case .notApplied(.belowMinimum(let missing), let text):
      "\(text): add \(missing.text)"
    case .notApplied(_, let text): text
    }
  }
}
