import Foundation
import HTTPTypes
import Hummingbird
import Networking
import OrderRatingServerModel

extension Routes {
  /// Forms, reviews and photos by the ids of orders and photos.
  func addReviews(to version: RouterGroup<ServerContext>) {
    // In this order: a key is in use while its request is delayed.
    let group = version.group().add(middleware: KeyMiddleware()).add(
      middleware: FaultMiddleware(faults: faults) { request in
        request.idempotencyKey.map(reviews.hasAnswered) ?? false
      })
    for path in ["orders/:id/rating-form", "review-photos/:id"] {
      group.get(RouterPath(path)) { request, _ in try await answer(ReviewRequest(request)) }
    }
    for path in ["orders/:id/review", "review-photos/:id"] {
      group.put(RouterPath(path)) { request, _ in
        // What is larger than a photo may be is refused by the rules, what is twice as large unread.
        let body = try await request.body.collect(upTo: 2 * FormRules().photoSize)
        var change = ReviewRequest(request)
        change?.key = request.idempotencyKey ?? ""
        change?.type = request.headers[.contentType]
        change?.body = Data(body.readableBytesView)
        return try await answer(change)
      }
    }
  }

  /// What a test turns and looks at.
  func addReviewSwitches(to router: Router<ServerContext>) {
    router.put("admin/orders/:id") { request, context in
      let order = try await request.decode(as: ReviewServerModel.Order.self, context: context)
      try await reviews.set(order, as: context.parameters.get("id") ?? "")
      return Response(status: .noContent)
    }
    router.get("admin/reviews") { _, _ in try Response(200, reviews.arrived) }
  }

  private func answer(_ request: ReviewRequest?) async throws -> Response {
    guard let request, let answer = try await reviews.answer(request) else {
      return try Response(400, Problem(reason: "a review is sent from a city, under a key"))
    }
    guard !answer.body.isEmpty else {
      return Response(status: HTTPTypes.HTTPResponse.Status(code: answer.status))
    }
    return Response(answer.status, json: answer.body)
  }
}

extension ReviewRequest {
  /// Takes a request from the wire; `nil` when it names no city.
  fileprivate init?(_ request: Request) {
    guard let country = request.headers.value(of: "country-code"),
      let city = request.headers.value(of: "city-id").flatMap({ Int($0) }),
      let language = request.headers[.acceptLanguage]
    else { return nil }
    self.init(path: request.uri.path, country: country, city: city, language: language)
  }
}
