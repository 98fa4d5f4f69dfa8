/// Whether the user should be prompted to rate an order; if not, the reason.
///
/// The server's clock determines how long an order can be rated. The time that is set on the device has
/// no influence.
public enum RatingEligibility: Sendable, Hashable, CaseIterable {
  /// The user should be prompted: ``OrderReviews/prompt(among:)`` may select the order.
  case eligible
  /// The user has not received the order yet: ``RatableOrder/finishedAt`` is `nil`.
  case notFinished
  /// The order has been rated, on this device or another one.
  case rated
  /// A review of the order is queued, or was refused and its ``ReviewNotice`` is not dismissed yet.
  case submitted
  /// The server no longer accepts a review of the order, or the user has no such order.
  case windowOver
  /// The user did not want to rate the order; the order can still be rated.
  case skipped
  /// The user has already been prompted to rate the order, which can still be rated.
  case asked
  /// The user has been prompted to rate another order since the app's launch; this order can still be
  /// rated.
  case anotherAsked

  /// Whether the order can be rated, even if the user should not be prompted.
  public var canBeOpened: Bool {
    switch self {
    case .eligible, .skipped, .asked, .anotherAsked: true
    case .notFinished, .rated, .submitted, .windowOver: false
    }
  }
}

/// The facts that determine the eligibility of an order.
struct RatingFacts: Sendable, Hashable {
  /// The stored rating status of the order.
  var standing: StoredRating.Standing = .open
  /// Whether the user has received the order.
  var isFinished = true
  /// Whether a submitted review of the order is still in the queue of changes for the server.
  var isSubmitted = false
  /// Whether the time to rate the order is over, by the server's clock.
  var isWindowOver = false
  /// Whether the user has been prompted to rate any order since the launch.
  var isAnyAsked = false
}

extension RatingEligibility {
  /// Creates the eligibility from the facts.
  ///
  /// If several reasons apply, a reason why the order cannot be rated has precedence over a reason that
  /// only prevents the prompt. For example, the result for a skipped order is `windowOver` as soon as
  /// the time to rate the order is over.
  init(_ facts: RatingFacts) {
    self =
      switch facts.standing {
      case .rated: .rated
      case .over: .windowOver
      case _ where facts.isSubmitted: .submitted
      case _ where facts.isWindowOver: .windowOver
      case _ where !facts.isFinished: .notFinished
      case .skipped: .skipped
      case .asked: .asked
      case .open where facts.isAnyAsked: .anotherAsked
      case .open: .eligible
      }
  }
}

extension RatingEligibility: CustomStringConvertible {
  /// A few words in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .eligible, .anotherAsked: "can be rated"
    case .notFinished: "not finished"
    case .rated: "already rated"
    case .submitted: "review pending"
    case .windowOver: "too late to rate"
    case .skipped: "skipped"
    case .asked: "already asked"
    }
  }
}
