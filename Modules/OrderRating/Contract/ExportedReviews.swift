import Foundation

/// The reviews of a user that the server has not confirmed, to be added to those of another user.
public struct ExportedReviews: Sendable, Hashable {
  struct Review: Sendable, Hashable {
    let draft: ReviewDraft
    /// Whether the user has submitted the review.
    let isSubmitted: Bool
    /// The photos that the server does not have yet, by their ids.
    let photos: [ReviewPhoto.ID: Data]
  }

  let reviews: [Review]

  /// Whether there is nothing to add.
  public var isEmpty: Bool { reviews.isEmpty }
}
