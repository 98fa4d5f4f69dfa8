import Commerce
import Foundation
import OrderRating
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func keep(
  in environment: FeatureEnvironment, _ group: inout ThrowingTaskGroup<Void, any Error>,
  badge: any View, inbox: any View
) async {
  let reviews = environment.makeOrderReviews()

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

private func open(
  _ reviews: any OrderReviews, _ order: RatableOrder, in sheet: any View
) async throws(ReviewError) {
  if try await reviews.eligibility(of: order).canBeOpened {
    sheet.show(try await reviews.draft(for: order))
  }
}

private func review(
  _ reviews: any OrderReviews, _ draft: ReviewDraft, in sheet: any View
) async throws(ReviewError) {
  for photo in draft.photos { sheet.show(try await reviews.bytes(of: photo)) }
  if let last = draft.photos.last { try await reviews.remove(last.id, from: draft.id) }
}

private func change(_ draft: inout ReviewDraft, _ submitButton: any View) throws(ReviewError) {
  try draft.setStars(5, of: "courier")
  for tag in draft.tags(of: "courier") { try draft.setTag(tag.id, isChosen: true, of: "courier") }
  draft.clear("food")
  submitButton.isEnabled = draft.problems.isEmpty
}

private func decline(
  _ draft: ReviewDraft, _ reviews: any OrderReviews, in sheet: any View
) async throws(ReviewError) {
  if await sheet.isDeclined(draft) { try await reviews.skip(draft.id) }
}

private func edit(
  _ review: PendingReview, _ reviews: any OrderReviews
) async throws(ReviewError) {
  if !review.mayBeApplied { try await reviews.withdraw(review.id) }
}

private func read(_ reviews: any OrderReviews, in inbox: any View) async throws(ReviewError) {
  for notice in reviews.state.notices {
    inbox.show(notice.cause)
    try await reviews.dismiss(notice.id)
  }
}

private func move(
  _ guest: any OrderReviews, to account: any OrderReviews
) async throws(ReviewError) {
  try await account.importReviews(try await guest.exported())
}

/// A stand-in for the views of an app.
private protocol View: AnyObject {
  var count: Int { get set }
  var isEnabled: Bool { get set }
  func isDeclined(_ draft: ReviewDraft) async -> Bool
  func show(_ photo: Data)
  func show(_ cause: ReviewNotice.Cause)
  func apply(_ notices: [ReviewNotice])
  func show(_ draft: ReviewDraft)
}
