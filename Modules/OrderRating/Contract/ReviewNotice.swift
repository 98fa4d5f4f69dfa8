/// A report that a review or a photo was not accepted.
///
/// The report is stored until the user dismisses it.
public struct ReviewNotice: Sendable, Equatable, Identifiable {
  /// The reason why a review or a photo was not accepted.
  public enum Cause: Sendable, Hashable, Codable {
    /// The review arrived after the time to rate the order was over.
    case windowOver
    /// The server ignores this review, because it already has another review of the order.
    ///
    /// For example, the user has rated the order on another device.
    case alreadyRated
    /// The user has no such order, according to the server.
    case unknownOrder
    /// The server refuses the review, with this text as the reason.
    ///
    /// ``OrderReviews/withdraw(_:)`` turns the review into a draft, which the user can change.
    case refused(String)
    /// The server refuses the photo, with this text as the reason; the review is sent without the photo.
    case photoRefused(ReviewPhoto, String)
    /// The photo is not on the device, for example after a crash; the review is sent without the photo.
    case photoLost(ReviewPhoto)
    /// A later release of the app has made a change that this one cannot read; a dismissal discards it.
    ///
    /// Until then no photo can be attached, because the change may need the place of any photo.
    case unreadable
  }

  /// The id for ``OrderReviews/dismiss(_:)``: that of the photo, of the review or of the change.
  public let id: String
  /// The id of the order to which the review or the photo belongs; that of a lane for an unreadable change.
  public let order: String
  /// The reason why the review or the photo was not accepted, with the data of a message.
  public let cause: Cause
  /// The review with its whole content; `nil` if the notice is about a photo.
  public let review: ReviewDraft?
}
