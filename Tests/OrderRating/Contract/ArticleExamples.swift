import Foundation
import Networking
import OrderRating
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func keep(
  in environment: FeatureEnvironment, _ group: inout ThrowingTaskGroup<Void, any Error>,
  badge: any View, inbox: any View
) async {
  let reviews = OrderRatingFactory.makeReviews(in: environment)

  group.addTask { try await reviews.run() }

  for await state in reviews.states() {
    badge.count = state.pending.count
    inbox.apply(state.notices)
  }
}

private func ask(
  _ reviews: any OrderReviews, _ delivered: Date, in sheet: any View
) async throws {
  let order = RatableOrder(
    "1042", .delivery, lines: [.init("1", name: "Margherita")], finishedAt: delivered)
  if let draft = try await reviews.prompt(among: [order]) { sheet.show(draft) }
}

private func rate(_ reviews: any OrderReviews, _ text: String, _ jpeg: Data) async throws {
  try await reviews.edit("1042") { draft throws(ReviewError) in
    try draft.setStars(2, of: "food")
    try draft.setTag("cold", isChosen: true, of: "food")
    draft.comment = text
  }
  try await reviews.attach(jpeg, to: "1042")
  try await reviews.submit("1042")
}

/// A stand-in for the views of an app.
private protocol View: AnyObject {
  var count: Int { get set }
  func apply(_ notices: [ReviewNotice])
  func show(_ draft: ReviewDraft)
}
