/// Whether the user should be asked about an order, and the reason if not.
///
/// No case depends on the device's time of day: a window ends by the server's time.
public enum RatingEligibility: Sendable, Hashable, CaseIterable {
  /// The user should be asked.
  case eligible
  /// The user has not received the order yet.
  case notFinished
  /// The order has been rated, on this device or another one.
  case rated
  /// The review is queued, or waits for the user's decision.
  case submitted
  /// The server no longer accepts a review of the order, or the user has no such order.
  case windowOver
  /// The user did not want to rate the order. It can still be opened.
  case skipped
  /// The user has been asked about the order. It can still be opened.
  case asked
  /// The user has been asked about another order since the launch. This one can still be opened.
  case anotherAsked

  /// Whether the order can be rated, even if the user should not be asked.
  public var canBeOpened: Bool {
    switch self {
    case .eligible, .skipped, .asked, .anotherAsked: true
    case .notFinished, .rated, .submitted, .windowOver: false
    }
  }
}

/// The facts that determine the eligibility of an order.
struct RatingFacts: Sendable, Hashable {
  /// The stored status of the order.
  var standing: StoredRating.Standing = .open
  /// Whether the user has received the order.
  var isFinished = true
  /// Whether the queue contains a review of the order.
  var isSubmitted = false
  /// Whether the window of the order has ended, by the server's time.
  var isWindowOver = false
  /// Whether the user has been asked about any order since the launch.
  var isAnyAsked = false
}

extension RatingEligibility {
  /// Creates the eligibility from the facts; of several reasons, the one that lasts longest.
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
