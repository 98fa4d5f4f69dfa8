import OrderRating
import ShowcaseKit
import Sync

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
    case .unreadable: "made by a newer release of the app; dismiss it to attach photos"
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
