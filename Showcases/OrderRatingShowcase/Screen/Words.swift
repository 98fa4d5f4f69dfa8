import Networking
import OrderRating
import ShowcaseKit
import Sync

/// Returns user-facing text for a ``ReviewError``, or the description of any other error.
func words(of error: any Error) -> String {
  (error as? ReviewError)?.words ?? "\(error)"
}

extension RatingEligibility {
  /// The user-facing reason why an order can or cannot be rated.
  var words: String {
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

extension ReviewProblem {
  var words: String {
    switch self {
    case .unrated(let subject): "rate the \(subject)"
    case .nothingRated: "rate at least one row"
    case .commentTooLong(let excess): "shorten the comment by \(excess) characters"
    case .commentHasControlCharacters: "remove the control characters from the comment"
    }
  }
}

extension PhotoProblem {
  var words: String {
    switch self {
    case .empty: "the photo is empty; choose another one"
    case .tooLarge(let limit): "the photo is too large; make it smaller than \(limit >> 20) MB"
    case .notJPEG: "the file is not a JPEG photo; convert it"
    }
  }
}

extension ReviewNotice.Cause {
  var words: String {
    switch self {
    case .windowOver: "the review came too late"
    case .alreadyRated: "the order is already rated, for example on another device"
    case .unknownOrder: "the order does not exist"
    case .refused(let reason):
      "\(ChangeWords.rejected(reason)); change the review and submit it again"
    case .photoRefused(_, let reason): "a photo is rejected: \(reason)"
    case .photoLost: "a photo was lost in a crash; attach it again"
    }
  }
}

extension WaitReason {
  /// The user-facing reason why a review is still queued.
  var wordsOfReview: String {
    switch self {
    case .blockedByEarlier, .applied: "is being confirmed"
    case .blockedByDependency: "waits: its photos are sent first"
    default: words
    }
  }
}

extension ReviewError {
  /// User-facing text for an error of the module `OrderRating`, in one sentence.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .badOrder(let problem): "the order is invalid: \(problem.words)"
    case .badForm(let problem): "the form cannot be used: \(problem.words); try again later"
    case .notEligible(let eligibility): "the order is not eligible: \(eligibility.words)"
    case .unknownOrder(let id): "order \(id) does not exist"
    case .noDraft: "open the order first"
    case .unknownSubject(let id): "the form has no \(id)"
    case .badStars(_, let allowed): "choose \(allowed.lowerBound) to \(allowed.upperBound) stars"
    case .unknownTag(let id): "“\(id)” is not offered for this number of stars"
    case .badPhoto(let problem): problem.words
    case .tooManyPhotos(let limit): "a review has at most \(limit) photos; remove one first"
    case .noPhotoRoom(let limit): "\(limit) photos are waiting; try again when some are sent"
    case .unknownPhoto: "the photo was removed"
    case .incomplete(let problems): problems.map(\.words).joined(separator: ", ")
    case .notWaiting: "the order has no pending review"
    case .mayBeApplied: SyncError.mayBeApplied(0).words
    case .unknownNotice: "the message was dismissed"
    }
  }
}

extension OrderProblem {
  fileprivate var words: String {
    switch self {
    case .id: "its ID"
    case .repeatedLine: "a repeated line"
    case .time: "its time"
    case .tooManyLines: "too many lines"
    }
  }
}

extension FormProblem {
  fileprivate var words: String {
    switch self {
    case .anotherOrder: "it is for another order"
    case .badScale(let scale): "a scale of \(scale) stars"
    case .negativeLimit: "a limit below zero"
    case .tagWithoutStars: "a tag without stars"
    case .repeatedTag(let tag): "the tag \(tag) twice"
    case .repeatedSubject(let subject): "the subject \(subject) twice"
    case .nothingToRate: "nothing to rate"
    }
  }
}
