public import Foundation
public import Networking

/// An in-process server of reviews that implements the OpenAPI description of `/v1/orders/{id}/review`.
///
/// The model shares only the wire format with the module `OrderRating`. Therefore an error in the
/// module is not repeated in the model, and tests with the model can find it. The model answers at
/// once and without faults. A ``SandboxServer`` adds delays and faults.
public struct ReviewServerModel: ServerModel {
  /// An order and the deadline for its review.
  public struct Order: Codable, Sendable, Equatable {
    /// The fulfillment method in the wire format.
    public var fulfilment: String
    /// The ids of the order's lines.
    public var lines: [String]
    /// The time from which reviews are rejected, in seconds since 1970.
    public var closesAt: Int

    /// Creates an order from the ids of its lines; `closesAt` is in seconds since 1970.
    public init(fulfilment: String, lines: [String], closesAt: Int) {
      self.fulfilment = fulfilment
      self.lines = lines
      self.closesAt = closesAt
    }
  }

  /// The server's time, in seconds since 1970; the model uses no other clock.
  public var now: Int
  /// The content of the rating form that is the same for all orders.
  public var rules: FormRules
  /// The user's orders, by id.
  public var orders: [String: Order] = [:]
  /// The text with which the server rejects every review; `nil` if it accepts valid reviews.
  public var refusesReviews: String?
  /// The text with which the server rejects every photo; `nil` if it accepts valid photos.
  public var refusesPhotos: String?
  /// The body that the server sends instead of a rating form; `nil` to send the real form.
  public var formBody: Data?

  /// The accepted reviews, by the order's id.
  public internal(set) var reviews: [String: ReviewView] = [:]
  /// The accepted photos, by the photo's id.
  public internal(set) var photos: [String: Data] = [:]
  /// The order ids of the accepted reviews and the ids of the accepted photos, in order of arrival.
  public internal(set) var arrivals: [String] = []
  /// The accepted reviews as they were sent, by the order's id.
  ///
  /// They contain the ids of all photos, even of photos that never arrived.
  private var sent: [String: ReviewView] = [:]
  private var answers = AnsweredChanges()

  /// Creates a server without orders; `now` is the server's time in seconds since 1970.
  public init(rules: FormRules = FormRules(), now: Int = 1_700_000_000) {
    self.rules = rules
    self.now = now
  }

  /// Adds a review of an order as another device of the user would, unless the order has a review.
  public mutating func rateElsewhere(_ order: String) {
    guard reviews[order] == nil else { return }
    reviews[order] = ReviewView(
      id: "elsewhere-\(order)", marks: [.init(subject: "food", stars: 3, tags: [])], comment: nil,
      photos: [])
    arrivals.append(order)
  }

  /// Returns whether a change under this idempotency key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers.contains(key) }

  /// Answers a request.
  ///
  /// A change with the idempotency key of an earlier change gets the earlier response again. If the
  /// two changes differ, the response is 422.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 3, parts[0] == "v1", request.context != nil else { return .status(404) }
    guard case .put(let body) = request.method else { return read(parts) }
    if let known = answers.response(to: request) { return known }
    let response =
      switch (parts[1], parts.last) {
      case ("orders", "review"): take(body.bytes, for: parts[2])
      case ("review-photos", _): takePhoto(body, parts[2])
      default: HTTPResponse.status(404)
      }
    return answers.record(response, to: request)
  }

  private func read(_ parts: [String]) -> HTTPResponse {
    switch (parts[1], parts.last) {
    case ("orders", "rating-form"):
      guard let order = orders[parts[2]] else {
        return .refused(404, "unknownOrder", "this order does not exist")
      }
      if reviews[parts[2]] != nil { return .refused(409, "rated", "this order is already rated") }
      guard now < order.closesAt else {
        return .refused(410, "windowOver", "the time for a review is over")
      }
      if let formBody { return HTTPResponse(status: 200, body: formBody) }
      return .json(rules.form(of: parts[2], order, now: now))
    case ("review-photos", _):
      guard let photo = photos[parts[2]] else {
        return .refused(404, "unknownPhoto", "this photo does not exist")
      }
      return .json(["size": photo.count])
    default: return .status(404)
    }
  }

  private mutating func takePhoto(_ body: HTTPRequest.Body, _ id: String) -> HTTPResponse {
    if let refusesPhotos { return .refused(422, "refused", refusesPhotos) }
    guard body.kind == .jpeg, !body.bytes.isEmpty, body.bytes.count <= rules.photoSize else {
      return .refused(422, "badPhoto", "not a photo")
    }
    if let known = photos[id] {
      return known == body.bytes
        ? .json(["photo": id]) : .refused(409, "otherPhoto", "another photo has this name")
    }
    photos[id] = body.bytes
    arrivals.append(id)
    return .json(["photo": id])
  }

  private mutating func take(_ body: Data, for id: String) -> HTTPResponse {
    guard let order = orders[id] else {
      return .refused(404, "unknownOrder", "this order does not exist")
    }
    let review: ReviewView
    do { review = try JSONDecoder().decode(ReviewView.self, from: body) } catch {
      return .refused(400, "badRequest", "\(error)")
    }
    if let known = reviews[id] {
      let isSame = known.id == review.id && sent[id] == review
      return isSame
        ? .json(["review": review.id]) : .refused(409, "rated", "this order is already rated")
    }
    guard now < order.closesAt else {
      return .refused(410, "windowOver", "the time for a review is over")
    }
    if let refusesReviews { return .refused(422, "refused", refusesReviews) }
    if let problem = rules.problem(of: review, for: order) {
      return .refused(422, "badReview", problem)
    }
    // The accepted review omits photos that the app failed to upload. `sent` stores the review with
    // all photos. If the app repeats the review, the server compares the repetition with `sent`.
    sent[id] = review
    var complete = review
    complete.photos = review.photos.filter { photos[$0] != nil }
    reviews[id] = complete
    arrivals.append(id)
    return .json(["review": review.id])
  }
}
