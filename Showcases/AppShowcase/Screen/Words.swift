import Addresses
import Cart
import Profile
import ShowcaseKit
import Storage

extension CartProblem {
  var words: String {
    switch self {
    case .belowMinimum(let minimum, let missing):
      "the minimum order is \(minimum.text): add \(missing.text)"
    case .sumsUnknown: "the sums are not known yet"
    case .unreadable(let part): "\(part) cannot be read"
    case .sumsDiffer: "the server's sums do not match its lines"
    case .other(_, let text): text
    }
  }
}

extension LineProblem {
  var words: String {
    switch self {
    case .soldOut: "sold out"
    case .limited(let count): "only \(count) left"
    case .unreadable: "not readable"
    case .priceChanged(let old, let new): "\(old.text) has become \(new.text)"
    case .other(_, let text): text
    }
  }
}

extension DeliveryRestriction {
  var words: String {
    switch self {
    case .removedElsewhere: "removed on another device"
    case .cityClosed: "there is no delivery in this city"
    case .outsideZone: "outside the delivery zone"
    case .other(let text): text
    }
  }
}

extension String {
  /// The words of an identifier in camel case, such as `door code` for `doorCode`.
  var spaced: String {
    replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2.lowercased())" }
  }
}
