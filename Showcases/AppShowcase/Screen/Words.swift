import Addresses
import Cart
import Cities
import FoodApp
import Menu
import Networking
import OrderRating
import Orders
import Pricing
import Profile
import ShowcaseKit
import Storage
import Sync

extension WholeApp {
  /// Returns the user-facing text for an error of any feature.
  nonisolated static func words(of error: any Error) -> String {
    switch error {
    case CartError.sync(let error), AddressError.sync(let error), ReviewError.sync(let error),
      OrdersError.sync(let error), ProfileError.sync(let error), CitiesError.sync(let error):
      error.words
    case let error as SyncError: error.words
    case let error as CartError: error.words
    case let error as AddressError: error.words
    case let error as OrdersError: error.words
    case let error as ReviewError: error.words
    case let error as SessionError: error.words
    case ProfileError.birthdayFixed: "only support can change the birthday"
    case ProfileError.invalid(let field): "check the \(field)"
    case CitiesError.unknownCity: "the service is not in this city"
    case CitiesError.unknownLanguage(let language, _): "there are no texts in \(language.rawValue)"
    case let error as FeatureFailure: error.words
    case PhoneNumberError.empty: "enter the number of a mobile telephone"
    case is PhoneNumberError: "this is no mobile number of the country"
    default: "\(error)"
    }
  }
}

extension FeatureFailure {
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .session(let error): error.words
    case .other(let text): text
    }
  }
}

extension SessionError {
  fileprivate var words: String {
    switch self {
    case .secrets(let error): error.words
    case .storage(let error): "\(error)"
    case .anotherAccount: "the files are those of another account"
    case .alreadySignedIn: "sign out first"
    case .notSignedIn: "sign in first"
    case .noCode: "request a code first"
    case .badCode: "a code has four digits"
    case .wrongCode(let left): "this is another code; attempts left: \(left)"
    case .codeExpired: "the code has expired: request another one"
    case .phoneNotAccepted: "no code can be sent to this number"
    case .tooManyAttempts: "a code was sent just now: wait a minute"
    case .failed(let failure): failure.words
    case .superseded: "a later choice replaced it"
    case .cancelled: "canceled"
    }
  }
}

extension SecretError {
  var words: String {
    switch self {
    case .unavailable: "the session cannot be read now: ^Y tries again"
    case .newer: "a newer release has stored the session: update the app"
    case .damaged: "the stored session is damaged: sign in again"
    case .notWritten: "the session cannot be stored: free some space"
    }
  }
}

extension OrdersError {
  fileprivate var words: String {
    switch self {
    case .sync(let error): error.words
    case .badID, .badOrder, .unknownOrder: "the order is not in the list"
    case .tooLate: "it is too late to cancel the order"
    case .notFinished: "the order has not ended"
    }
  }
}

extension ReviewError {
  fileprivate var words: String {
    switch self {
    case .sync(let error): error.words
    case .badOrder, .unknownOrder: "the order cannot be rated"
    case .badForm: "the form of the review cannot be used: try again later"
    case .notEligible: "the order cannot be rated now"
    case .noDraft, .notWaiting: "the review is not open"
    case .unknownSubject, .unknownTag, .badStars: "the form does not offer this"
    case .badPhoto: "the photo cannot be used: choose another one"
    case .tooManyPhotos(let limit): "a review has at most \(limit) photos"
    case .noPhotoRoom(let limit): "\(limit) photos are waiting: try again when some are sent"
    case .unknownPhoto: "the photo was removed"
    case .incomplete(let problems): problems.map(\.words).joined(separator: ", ")
    case .mayBeApplied: SyncError.mayBeApplied(0).words
    case .unknownNotice: "the message was dismissed"
    }
  }
}

extension ReviewProblem {
  fileprivate var words: String {
    switch self {
    case .unrated(let subject): "rate the \(subject)"
    case .nothingRated: "give stars first"
    case .commentTooLong(let excess): "shorten the comment by \(excess) characters"
    case .commentHasControlCharacters: "remove the control characters from the comment"
    }
  }
}

extension CancellationRejection {
  var words: String {
    switch self {
    case .tooLate: "too late"
    case .unknownOrder: "the order is not known"
    case .other(let code): code
    }
  }
}

extension CartError {
  fileprivate var words: String {
    switch self {
    case .sync(let error): error.words
    case .anotherCity: "the item is from the menu of another city"
    case .anotherCurrency(let code): "the price is in \(code)"
    case .badQuantity(_, let allowed):
      "the quantity is from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooManyLines(let limit): "a cart has at most \(limit) lines"
    case .badItem(let part): "the item has no valid \(part)"
    case .badCartID, .badPromoCode: "this is no code"
    case .unknownLine: "the line is no longer in the cart"
    case .orderInProgress: "the order is on its way"
    case .notReady(.empty): "the cart is empty"
    case .notReady(.pricesChanged): "a price has changed: accept it first"
    case .notReady(.lines): "a line cannot be ordered: remove it first"
    case .notReady(.undecided): "a change was refused: retry or discard it first"
    case .notReady(.due): "another sum is due now"
    case .notReady(.problem(let problem)): problem.words
    }
  }
}

extension AddressError {
  fileprivate var words: String {
    switch self {
    case .sync(let error): error.words
    case .anotherCity: "the address is in another city"
    case .unknownTemplate: "the form needs a newer release of the app"
    case .invalid(let problems):
      "correct " + problems.map { $0.field.rawValue.spaced }.joined(separator: ", ")
    case .duplicate: "this address is in the list already"
    case .tooMany(let limit): "there are \(limit) addresses: remove one first"
    case .unknownAddress: "the address is no longer in the list"
    case .badTemplates(let reason): "the forms cannot be read: \(reason)"
    }
  }
}

extension CartProblem {
  var words: String {
    switch self {
    case .belowMinimum(let minimum, let missing):
      "the minimum order is \(minimum.text): add \(missing.text)"
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
    case .priceChanged(let old, let new): "\(old.text) has become \(new.text)"
    case .other(_, let text): text
    }
  }
}

extension CartRejection {
  var words: String {
    switch self {
    case .cartClosed: "the cart was ordered or is too old"
    case .soldOut(let text), .sumChanged(let text), .other(_, let text): text
    case .unknownPlace: "the address no longer exists; choose another"
    case .fulfillmentChanged: "the way of delivery has changed; check it and order again"
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

extension PendingCartChange.Subject {
  var words: String {
    switch self {
    case .line(_, let name, 0): "remove \(name)"
    case .line(_, let name, let quantity): "\(quantity) × \(name)"
    case .promo(let code, let isWanted): isWanted ? "code \(code)" : "remove code \(code)"
    case .fulfillment(let fulfillment): fulfillment.method.words
    case .order: "the order"
    case .unreadable: "a change made by a newer release"
    }
  }
}

extension String {
  /// The words of an identifier in camel case, such as `door code` for `doorCode`.
  var spaced: String {
    replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2.lowercased())" }
  }
}

extension Money {
  /// The amount in English; see ``text(in:)``.
  var text: String { text(in: "en") }

  /// Returns the amount as people in the currency's country write it in a language, without the decimal
  /// places of a whole amount.
  ///
  /// The code of a currency begins with the code of its country, such as `KZ` in `KZT`.
  func text(in language: String) -> String {
    let digits = currency.rawValue == "VND" ? 0 : 2
    let format = Currency(
      code: currency, wireExponent: digits, displayDigits: digits, cashIncrement: 1
    ).map {
      MoneyFormat(
        $0, language: language, region: String(currency.rawValue.prefix(2)),
        hidesZeroFraction: true)
    }
    return format?.string(self) ?? "\(minorUnits) \(currency)"
  }
}
