import Networking
import OrderRating
import ShowcaseKit
import Sync

extension RatingEligibility {
  /// The reason, for the user.
  var words: String {
    switch self {
    case .eligible: "can be asked about"
    case .notFinished: "is on its way"
    case .rated: "has been rated"
    case .submitted: "its review waits"
    case .windowOver: "can be rated no more"
    case .skipped: "was skipped"
    case .asked: "was asked about"
    case .anotherAsked: "another was asked about since the start"
    }
  }
}

extension ReviewProblem {
  var words: String {
    switch self {
    case .unrated(let subject): "give the \(subject) stars"
    case .nothingRated: "give something stars"
    case .commentTooLong(let excess): "shorten the comment by \(excess)"
    case .commentHasControlCharacters: "take the control characters out of the comment"
    }
  }
}

extension PhotoProblem {
  var words: String {
    switch self {
    case .empty: "it has no bytes"
    case .tooLarge(let limit): "make it smaller than \(limit >> 20) MB"
    case .notJPEG: "convert it to JPEG"
    }
  }
}

extension ReviewNotice.Cause {
  var words: String {
    switch self {
    case .windowOver: "came too late"
    case .alreadyRated: "the order has been rated, as on another device; that review counts"
    case .unknownOrder: "the server knows no such order of yours"
    case .refused(let reason): "refused: \(reason); take it back and change it"
    case .photoRefused(_, let reason): "its photo was refused: \(reason)"
    case .photoLost: "its photo was lost in a crash"
    }
  }
}

extension WaitReason {
  /// The reason for which a review is still queued, for the user.
  var wordsOfReview: String {
    switch self {
    case .blockedByEarlier, .applied: "waits"
    case .blockedByDependency: "waits for its photos"
    default: words
    }
  }
}

extension ReviewError {
  /// The text for the user: one sentence.
  var words: String {
    switch self {
    case .sync(let error): error.words
    case .badOrder(let problem): "the order's \(problem.words) cannot be right"
    case .badForm(let problem): "the server's form cannot be used: \(problem.words); try later"
    case .notEligible(let eligibility): "the order \(eligibility.words)"
    case .unknownOrder(let id): "the server knows no order \(id) of yours"
    case .noDraft: "open the order first"
    case .unknownSubject(let id): "the form does not ask about the \(id)"
    case .badStars(_, let allowed): "there are \(allowed.lowerBound) to \(allowed.upperBound) stars"
    case .unknownTag(let id): "“\(id)” does not go with these stars"
    case .badPhoto(let problem): problem.words
    case .tooManyPhotos(let limit): "\(limit) photos are enough: remove one first"
    case .noPhotoRoom(let limit): "\(limit) photos wait already: let some be sent first"
    case .unknownPhoto: "there is no such photo"
    case .incomplete(let problems): problems.map(\.words).joined(separator: ", ")
    case .notWaiting: "no review of it waits"
    case .mayBeApplied: "the server may have it already"
    case .unknownNotice: "it has gone meanwhile"
    }
  }
}

extension OrderProblem {
  fileprivate var words: String {
    switch self {
    case .id: "id"
    case .repeatedLine: "repeated line"
    case .time: "time"
    case .tooManyLines: "number of lines"
    }
  }
}

extension FormProblem {
  fileprivate var words: String {
    switch self {
    case .anotherOrder: "it is for another order"
    case .badScale(let scale): "a scale of \(scale) stars"
    case .negativeLimit: "a limit below zero"
    case .tagWithoutStars: "a tag for no stars"
    case .repeatedTag(let tag): "the tag \(tag) twice"
    case .repeatedSubject(let subject): "the subject \(subject) twice"
    case .nothingToRate: "nothing to rate"
    }
  }
}

extension SyncError {
  fileprivate var words: String {
    switch self {
    case .storage(let error): "\(error)"
    case .noCity: "no city yet"
    case .closed(let reasons):
      "the server was not reached: \(reasons.map(\.rawValue).sorted().joined(separator: ", "))"
    case .fetch(.unusable(let body)): "the server's form cannot be used: \(body.reason); try later"
    case .fetch(let failure): "the server was not reached: \(failure)"
    case .cancelled: "cancelled"
    case .superseded: "something else was selected meanwhile"
    case .full(let limit): "\(limit) changes are waiting"
    case .unknownChange: "it has gone meanwhile"
    case .inFlight, .mayBeApplied: "the server may have it already"
    case .anotherAccount: "the changes of another account are waiting"
    case .notEncodable(let reason): "it cannot be stored: \(reason)"
    }
  }
}
