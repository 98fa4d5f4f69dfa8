public import Storage

/// Why something was not done; what the user has written is as it was.
public enum ReviewError: Error, Sendable, Hashable {
  /// No city has been entered yet.
  case noCity
  /// The app's value of the order cannot be right; the text says what about it.
  case badOrder(String)
  /// The server's form contradicts itself, in this; a later one may be usable.
  case badForm(String)
  /// The order cannot be rated, or not any more, for this reason.
  case notEligible(RatingEligibility)
  /// The server has no such order of this user's.
  case unknownOrder(RatableOrder.ID)
  /// Nobody has begun a review of this order: open it first.
  case noDraft(RatableOrder.ID)
  /// The form does not ask about this.
  case unknownSubject(RatingSubject.ID)
  /// There is no such number of stars.
  case badStars(Int, allowed: ClosedRange<Int>)
  /// The form does not offer this tag for this subject with its present stars.
  case unknownTag(RatingTag.ID)
  /// It cannot be a photo, for this reason.
  case badPhoto(PhotoProblem)
  /// The form takes no more photos than this: remove one first.
  case tooManyPhotos(limit: Int)
  /// No more photos than this are kept: wait until some are sent, or dismiss notices about them.
  case noPhotoRoom(limit: Int)
  /// There is no such photo, or its bytes are at the server by now.
  case unknownPhoto(ReviewPhoto.ID)
  /// All of this has to be seen to before it can be submitted.
  case incomplete([ReviewProblem])
  /// No review of this order waits.
  case notWaiting(RatableOrder.ID)
  /// The server may have the review, or is being asked: wait for the answer.
  case mayBeApplied(RatableOrder.ID)
  /// There is no such notice any more.
  case unknownNotice(ReviewNotice.ID)
  /// As many changes wait as there may be; the draft stays.
  case queueFull(limit: Int)
  /// The server was asked in vain, for this reason; try again.
  case unreachable(String)
  /// The calling task was cancelled.
  case cancelled
  /// What was kept cannot be read, so nobody knows what there is; try again later.
  case storage(StorageError)
}
