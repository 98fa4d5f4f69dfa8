public import Sync

/// The reason why a call failed; everything that the user has written is as it was.
public enum ReviewError: SyncFailure, Hashable {
  /// The files, the network, the queue or the calling task.
  case sync(SyncError)
  /// The app's value of the order cannot be right.
  case badOrder(OrderProblem)
  /// The server's form contradicts itself; a later one may be usable.
  case badForm(FormProblem)
  /// The order cannot be rated, or not any more, for this reason.
  case notEligible(RatingEligibility)
  /// The server has no such order of this user's.
  case unknownOrder(RatableOrder.ID)
  /// The order has no draft: open it first.
  case noDraft(RatableOrder.ID)
  /// The form does not ask about this subject.
  case unknownSubject(RatingSubject.ID)
  /// There is no such number of stars.
  case badStars(Int, allowed: ClosedRange<Int>)
  /// The form does not offer this tag for this subject with its present stars.
  case unknownTag(RatingTag.ID)
  /// The bytes are not a photo that can be attached.
  case badPhoto(PhotoProblem)
  /// The form takes no more photos than this: remove one first.
  case tooManyPhotos(limit: Int)
  /// No more photos than this are stored: wait until some are sent, or dismiss notices about them.
  case noPhotoRoom(limit: Int)
  /// There is no such photo, or its bytes are at the server by now.
  case unknownPhoto(ReviewPhoto.ID)
  /// The draft has these problems.
  case incomplete([ReviewProblem])
  /// No review of this order is pending.
  case notWaiting(RatableOrder.ID)
  /// The server may have the review, or is being asked: wait for the answer.
  case mayBeApplied(RatableOrder.ID)
  /// There is no such notice any more.
  case unknownNotice(ReviewNotice.ID)
}

/// A reason why a value cannot be an order.
public enum OrderProblem: Sendable, Hashable {
  /// The id is no part of a path.
  case id
  /// Two lines have one id.
  case repeatedLine
  /// The time is no number.
  case time
  /// The names of the lines are longer than any menu's.
  case tooManyLines
}

/// A contradiction in a server's form.
public enum FormProblem: Sendable, Hashable {
  /// The form is for another order.
  case anotherOrder
  /// No screen can show so many stars.
  case badScale(Int)
  /// A limit is below zero.
  case negativeLimit
  /// A tag goes with no number of stars.
  case tagWithoutStars
  /// Two tags have this id.
  case repeatedTag(RatingTag.ID)
  /// Two subjects have this id.
  case repeatedSubject(RatingSubject.ID)
  /// The form asks about nothing.
  case nothingToRate
}
