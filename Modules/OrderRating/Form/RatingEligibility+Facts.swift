/// What is known about an order when it is to be decided whether to ask about it.
struct RatingFacts: Sendable, Hashable {
  /// What was remembered of it.
  var standing: KeptRating.Standing = .open
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
