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
