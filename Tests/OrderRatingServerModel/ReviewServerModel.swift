public import Foundation
public import Networking

/// A server of reviews as the description of `/v1/orders/{id}/review` has it, inside the process.
///
/// It is written apart from the module `OrderRating` and shares nothing with it but the bytes on the
/// wire, so that a test may believe it. It answers at once and correctly; what goes wrong on the way is
/// up to whoever carries the requests.
public struct ReviewServerModel: Sendable {
  /// What an order was, and until when it can be rated.
  public struct Order: Codable, Sendable, Equatable {
    /// The fulfilment, as the wire has it.
    public var fulfilment: String
    /// The ids of its lines.
    public var lines: [String]
    /// The moment from which no review is taken, in seconds since 1970.
    public var closesAt: Int

    /// Describes an order.
    public init(fulfilment: String, lines: [String], closesAt: Int) {
      self.fulfilment = fulfilment
      self.lines = lines
      self.closesAt = closesAt
    }
  }

  /// The server's time, in seconds since 1970; nothing here asks another clock.
  public var now: Int
  /// What the form asks.
  public var rules: FormRules
  /// The orders of this user.
  public var orders: [String: Order] = [:]
  /// Why reviews are refused, when they are.
  public var refusesReviews: String?
  /// Why photos are refused, when they are.
  public var refusesPhotos: String?
  /// What is answered in place of a form.
  public var formBody: Data?

  /// The reviews that count, by order.
  public internal(set) var reviews: [String: ReviewView] = [:]
  /// The photos, by id.
  public internal(set) var photos: [String: Data] = [:]
  /// The ids of orders and photos, each when it was first taken.
  public internal(set) var arrivals: [String] = []
  /// The reviews as they were sent, with the photos that were given up.
  private var sent: [String: ReviewView] = [:]
  private var answers: [String: (request: String, response: HTTPResponse)] = [:]

  /// Makes a server without orders.
  public init(rules: FormRules = FormRules(), now: Int = 1_700_000_000) {
    self.rules = rules
    self.now = now
  }

  /// Another device of the same user rates an order.
  public mutating func rateElsewhere(_ order: String) {
    guard reviews[order] == nil else { return }
    reviews[order] = ReviewView(
      id: "elsewhere-\(order)", marks: [.init(subject: "food", stars: 3, tags: [])], comment: nil,
      photos: [])
    arrivals.append(order)
  }

  /// Whether a change under this key has been answered.
  public func hasAnswered(_ key: String) -> Bool { answers[key] != nil }

  /// Answers a request; one under a known key as it was answered before.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 3, parts[0] == "v1", request.context != nil else { return .status(404) }
    guard case .put(let body) = request.method else { return read(parts) }
    guard let key = request.idempotencyKey?.rawValue else {
      return .refused(400, "keyMissing", "a change has a key")
    }
    let fingerprint = "\(request.path) \(body.bytes.hashValue) \(body.bytes.count)"
    if let known = answers[key] {
      guard known.request == fingerprint else {
        return .refused(422, "keyReused", "another change had this key")
      }
      return known.response
    }
    let response =
      switch (parts[1], parts.last) {
      case ("orders", "review"): take(body.bytes, for: parts[2])
      case ("review-photos", _): takePhoto(body, parts[2])
      default: HTTPResponse.status(404)
      }
    answers[key] = (fingerprint, response)
    return response
  }

  private func read(_ parts: [String]) -> HTTPResponse {
    switch (parts[1], parts.last) {
    case ("orders", "rating-form"):
      guard let order = orders[parts[2]] else {
        return .refused(404, "unknownOrder", "no such order")
      }
      if reviews[parts[2]] != nil { return .refused(409, "rated", "it has been rated") }
      guard now < order.closesAt else {
        return .refused(410, "windowOver", "the time for it is over")
      }
      if let formBody { return HTTPResponse(status: 200, body: formBody) }
      return .json(rules.form(of: parts[2], order, now: now))
    case ("review-photos", _):
      guard let photo = photos[parts[2]] else {
        return .refused(404, "unknownPhoto", "no such photo")
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
        ? .status(204) : .refused(409, "otherPhoto", "another photo has this name")
    }
    photos[id] = body.bytes
    arrivals.append(id)
    return .status(204)
  }

  private mutating func take(_ body: Data, for id: String) -> HTTPResponse {
    guard let order = orders[id] else { return .refused(404, "unknownOrder", "no such order") }
    let review: ReviewView
    do { review = try JSONDecoder().decode(ReviewView.self, from: body) } catch {
      return .refused(400, "badRequest", "\(error)")
    }
    if let known = reviews[id] {
      let isSame = known.id == review.id && sent[id] == review
      return isSame ? .status(204) : .refused(409, "rated", "it has been rated")
    }
    guard now < order.closesAt else {
      return .refused(410, "windowOver", "the time for it is over")
    }
    if let refusesReviews { return .refused(422, "refused", refusesReviews) }
    if let problem = rules.problem(of: review, for: order) {
      return .refused(422, "badReview", problem)
    }
    // What was given up on the way is left out.
    sent[id] = review
    var complete = review
    complete.photos = review.photos.filter { photos[$0] != nil }
    reviews[id] = complete
    arrivals.append(id)
    return .status(204)
  }
}

extension HTTPResponse {
  static func status(_ status: Int) -> HTTPResponse { HTTPResponse(status: status, body: Data()) }

  static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return HTTPResponse(status: status, body: try encoder.encode(value))
    } catch {
      return HTTPResponse(status: 500, body: Data("\(error)".utf8))
    }
  }

  static func refused(_ status: Int, _ code: String, _ reason: String) -> HTTPResponse {
    HTTPResponse(problem: code, status: status, reason: reason)
  }
}
