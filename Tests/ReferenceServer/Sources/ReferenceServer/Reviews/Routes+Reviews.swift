import Foundation
import HTTPTypes
import Hummingbird
import Networking
import Sandbox

extension Routes {
  /// Adds the routes of rating forms, reviews, and photos.
  func addReviews(to version: RouterGroup<ServerContext>) {
    // The key middleware comes first: a key is in use while its request is delayed.
    let group = version.group().add(middleware: KeyMiddleware()).add(
      middleware: FaultMiddleware(faults: faults) { request in
        request.idempotencyKey.map(reviews.hasAnswered) ?? false
      })
    for path in ["orders/:id/rating-form", "review-photos/:id"] {
      group.get(RouterPath(path)) { request, _ in try await answer(AppRequest(request)) }
    }
    for path in ["orders/:id/review", "review-photos/:id"] {
      group.put(RouterPath(path)) { request, _ in
        // The model rejects photos over the limit; bodies over twice the limit are not read.
        try await answer(AppRequest(changing: request, upTo: 2 * FormRules().photoSize))
      }
    }
  }

  /// Adds the switches and logs for tests.
  func addReviewSwitches(to router: Router<ServerContext>) {
    router.put("admin/orders/:id") { request, context in
      let order = try await request.decode(as: ReviewServerModel.Order.self, context: context)
      try await reviews.set(order, as: context.parameters.get("id") ?? "")
      return Response(status: .noContent)
    }
    router.get("admin/reviews") { _, _ in try Response(200, reviews.arrived) }
  }

  private func answer(_ request: AppRequest?) async throws -> Response {
    guard let request, let answer = try await reviews.answer(request) else {
      return try Response(400, Problem("badRequest", "a review is sent from a city, under a key"))
    }
    return Response(answer)
  }
}
