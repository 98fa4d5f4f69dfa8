import Foundation
import Networking
import Sync

/// The server's endpoints for reviews and photos.
struct ReviewServer: Sendable {
  let transport: any Transport

  /// The outcome of fetching the form of an order.
  enum FormOutcome: Sendable {
    /// The form, and the remaining time to rate the order.
    case form(RatingForm, window: Duration)
    /// The order cannot be rated; the value is the rating status to store for it.
    case over(StoredRating.Standing)
    case failed(ReviewError)
  }

  func form(for order: RatableOrder, in context: RequestContext) async -> FormOutcome {
    var request = HTTPRequest(.get, "/v1/orders/\(order.id)/rating-form", in: context)
    // The size is limited, because the form is stored with every draft.
    request.sizeLimit = 256 << 10
    let answer = await transport.answer(to: request)
    switch answer {
    case .success(let response):
      do throws(UnusableBody) {
        let document = try response.json(FormDocument.self)
        let form = try document.form(for: order)
        return document.window > .zero ? .form(form, window: document.window) : .over(.over)
      } catch {
        return .failed(.sync(.fetch(.unusable(error))))
      }
    case .unauthorized: return .failed(.sync(.closed([.signedOut])))
    default:
      let failure = FetchFailure(answer)
      guard case .refused(let problem) = failure else { return .failed(.sync(.fetch(failure))) }
      return switch problem.code {
      case "rated": .over(.rated)
      case "windowOver": .over(.over)
      case "unknownOrder": .failed(.unknownOrder(order.id))
      default: .failed(.sync(.fetch(failure)))
      }
    }
  }

  func send(
    _ review: ReviewDraft, key: IdempotencyKey, in context: RequestContext
  ) async -> SendOutcome<ReviewChange, Ratings> {
    let body: HTTPRequest.Body
    do { body = try .json(ReviewDocument(review)) } catch {
      return .rejected(.refused(error.reason))
    }
    var request = HTTPRequest(.put(body), "/v1/orders/\(review.id)/review", in: context)
    request.idempotencyKey = key
    let answer = await transport.answer(to: request)
    func closed(_ standing: StoredRating.Standing) -> ServerUpdate<Ratings> {
      ServerUpdate { $0.raiseStatus(of: review.id, to: standing) }
    }
    return SendOutcome(answer) { response throws(UnusableBody) in
      try response.confirms(review.reviewID, \Receipt.review)
      return closed(.rated)
    } refused: { problem in
      switch problem.code {
      case "rated": .rejected(.alreadyRated, closed(.rated))
      case "windowOver": .rejected(.windowOver, closed(.over))
      case "unknownOrder": .rejected(.unknownOrder, closed(.over))
      default: Self.refusal(problem, .refused("\(problem)"))
      }
    }
  }

  func send(
    _ jpeg: Data, of photo: ReviewPhoto, key: IdempotencyKey, in context: RequestContext
  ) async -> SendOutcome<ReviewChange, Ratings> {
    var request = HTTPRequest(.put(.init(jpeg, .jpeg)), Self.path(of: photo.id), in: context)
    request.idempotencyKey = key
    let answer = await transport.answer(to: request)
    return SendOutcome(answer) { response throws(UnusableBody) in
      try response.confirms(photo.id, \Receipt.photo)
      return ServerUpdate()
    } refused: { problem in
      Self.refusal(problem, .photoRefused(photo, "\(problem)"))
    }
  }

  /// Asks the server whether it has a photo that is no longer on the device.
  ///
  /// The server may have the photo from an earlier upload whose response was lost in a crash. The
  /// queued upload then counts as applied. If the server does not have the photo, the queued upload is
  /// rejected.
  func find(
    _ photo: ReviewPhoto, in context: RequestContext
  ) async -> SendOutcome<ReviewChange, Ratings> {
    let answer = await transport.answer(to: HTTPRequest(.get, Self.path(of: photo.id), in: context))
    return SendOutcome(answer) { response throws(UnusableBody) in
      _ = try response.json(PhotoDocument.self)
      return ServerUpdate()
    } refused: { problem in
      // Only the code `unknownPhoto` states that the photo is missing. After any other problem, the
      // request is sent again later.
      [404, 410].contains(problem.status) && problem.code == "unknownPhoto"
        ? .rejected(.photoLost(photo)) : .tryLater()
    }
  }

  private static func path(of photo: String) -> String { "/v1/review-photos/\(photo)" }

  private struct PhotoDocument: Decodable {
    let size: Int
  }

  /// Returns the outcome for a problem whose code this release does not know; `cause` is a rejection.
  ///
  /// A problem with status 404 or 410 may mean that the server lacks the URL path. It does not prove
  /// that the change is refused, so the change is sent again later. Any other status rejects the change.
  private static func refusal(
    _ problem: ServiceProblem, _ cause: ReviewNotice.Cause
  ) -> SendOutcome<ReviewChange, Ratings> {
    [404, 410].contains(problem.status) ? .tryLater() : .rejected(cause)
  }
}

/// The body of the response to a review or a photo, with the id of what the service has stored.
///
/// A proxy or the sign-in page of a public network may respond with any status, but not with this id.
private struct Receipt: Decodable {
  let review: String?
  let photo: String?
}

extension HTTPResponse {
  /// Throws unless the service confirms that it has stored the review or the photo with this id.
  fileprivate func confirms(
    _ id: String, _ stored: KeyPath<Receipt, String?>
  ) throws(UnusableBody) {
    guard try json(Receipt.self)[keyPath: stored] == id else {
      throw UnusableBody(reason: "no receipt of \(id)")
    }
  }
}

/// The body of the request that sends a review.
struct ReviewDocument: Encodable {
  struct Mark: Encodable {
    let subject: String
    let stars: Int
    let tags: [String]
  }

  /// The id of the review.
  ///
  /// The server accepts only one review per order. It recognizes a repeated review by this id.
  let id: String
  let marks: [Mark]
  let comment: String?
  let photos: [String]

  init(_ review: ReviewDraft) {
    id = review.reviewID
    marks = review.form.subjects.compactMap { subject in
      review.ratings[subject.id].map {
        Mark(subject: subject.id, stars: $0.stars, tags: $0.tags)
      }
    }
    comment = review.comment.allSatisfy(\.isWhitespace) ? nil : review.comment
    photos = review.photos.map(\.id)
  }
}
