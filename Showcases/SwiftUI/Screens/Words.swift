import Cart
import Cities
import Commerce
import FoodApp
import Menu
import Orders
import Sync

// Texts for values that the features report without a user-facing text. A real app must localize
// these texts.

/// Returns the text for the error of an action.
func words(for error: any Error) -> String {
  switch error {
  case CitiesError.unknownCity: "This city is not served anymore."
  case CitiesError.sync(let error): words(for: error)
  case CartError.notReady(.pricesChanged): "Prices have changed: accept them first."
  case CartError.notReady(.due): "The sum has changed."
  case CartError.notReady(.empty): "The cart is empty."
  case CartError.notReady: "Something in the cart needs your decision."
  case CartError.orderInProgress: "The order is being sent."
  case CartError.badQuantity(_, let allowed): "At most \(allowed.upperBound)."
  case CartError.tooManyLines(let limit): "A cart has at most \(limit) lines."
  case CartError.sync(let error): words(for: error)
  case OrdersError.tooLate: "It is too late to cancel this order."
  case OrdersError.sync(let error): words(for: error)
  case SyncError.closed(let reasons) where reasons.contains(.offline): "There is no network."
  case SyncError.closed(let reasons) where reasons.contains(.signedOut): "Please sign in again."
  case SyncError.fetch(.noAnswer): "The server cannot be reached."
  case SyncError.fetch: "The server has a problem."
  case SyncError.storage: "The data on this device cannot be used now."
  default: "This did not work."
  }
}

/// Returns the text for the reason why a product or combo cannot be ordered.
func words(for unavailability: Unavailability) -> String {
  switch unavailability.cause {
  case .closed: "Not at this time"
  case .stopped(.soldOut?): "Sold out"
  case .stopped, .nothingToChoose, .unknownPricing: "Not available"
  }
}

/// Returns the text for a problem of a line in the cart.
func words(for problem: LineProblem) -> String {
  switch problem {
  case .soldOut: "Sold out"
  case .limited(let count): "Only \(count) left"
  case .priceChanged: "The price has changed"
  case .unreadable: "Please update the app to see this line"
  case .other(_, let text): text
  }
}

/// Returns the text for a problem of the whole cart.
func words(for problem: CartProblem) -> String {
  switch problem {
  case .belowMinimum: "The sum is below the minimum of an order"
  case .sumsDiffer, .sumsUnknown: "The sum is being computed"
  case .unreadable(let part): "Please update the app to see \(part)"
  case .other(_, let text): text
  }
}

/// Returns the text for a change that the server has refused.
func words(for change: PendingCartChange) -> String {
  let subject =
    switch change.subject {
    case .line(_, let name, let quantity): "\(quantity) × \(name)"
    case .promo(let code, _): code
    case .fulfillment: "The way of delivery"
    case .order: "The order"
    case .unreadable: "A change"
    }
  guard case .failed(let refusal) = change.status else { return subject }
  return "\(subject): \(words(for: refusal))"
}

/// Returns the text for the reason why the server has refused a change.
func words(for refusal: ChangeRefusal<CartRejection>) -> String {
  switch refusal {
  case .rejected(.soldOut(let text)), .rejected(.sumChanged(let text)),
    .rejected(.other(_, let text)):
    text
  case .rejected(.cartClosed): "the cart has been ordered elsewhere"
  case .rejected(.unknownPlace): "the address no longer exists"
  case .rejected(.fulfillmentChanged): "the address or the way of delivery has changed"
  case .expired: "it was not sent in time"
  case .conflict: "it was changed elsewhere"
  case .unreadable: "this needs an update of the app"
  }
}

/// Returns the text for the status of an order.
func words(for status: OrderStatus) -> String {
  switch status {
  case .created: "Sent to the restaurant"
  case .confirmed: "Confirmed"
  case .inPreparation: "Being prepared"
  case .readyForPickup: "Ready for pickup"
  case .inTransit: "On its way"
  case .fulfilled: "Delivered"
  case .cancelled: "Canceled"
  case .rejected: "Rejected by the restaurant"
  case .unknown: "In progress"
  }
}
