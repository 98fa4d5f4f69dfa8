/// Whether the user is to be asked about an order, and why not.
///
/// No case depends on the device's clock: a window ends by the server's time.
public enum RatingEligibility: Sendable, Hashable, CaseIterable {
  /// Nothing speaks against asking.
  case eligible
  /// It is on its way.
  case notFinished
  /// It has been rated, here or on another device.
  case rated
  /// Its review waits to be sent, or for the user's decision.
  case submitted
  /// The server takes no review of it any more, or has no such order of this user's.
  case windowOver
  /// The user did not want to rate it. It can still be opened by hand.
  case skipped
  /// The user was asked about it once. It can still be opened by hand.
  case asked
  /// The user was asked about another order since the app was started. It can be opened by hand.
  case anotherAsked

  /// Whether it can be rated at all, asked or not.
  public var canBeOpened: Bool {
    switch self {
    case .eligible, .skipped, .asked, .anotherAsked: true
    case .notFinished, .rated, .submitted, .windowOver: false
    }
  }
}

/// What is known about an order when it is to be decided whether to ask about it.
struct RatingFacts: Sendable, Hashable {
  /// What was remembered of it.
  var standing: StoredRating.Standing = .open
  /// Whether the user has it.
  var isFinished = true
  /// Whether a review of it is in the queue.
  var isSubmitted = false
  /// Whether its window has ended, by the server's time.
  var isWindowOver = false
  /// Whether the user was asked about any order since the app was started.
  var isAnyAsked = false
}

extension RatingEligibility {
  /// Decides by what is known; of several reasons the one that will last longest.
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
