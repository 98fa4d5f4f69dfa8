import Foundation
import Networking
import OrderRating
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Documentation/examples compares them.

private func keep(
  _ transport: any Transport, _ directory: StorageDirectory, _ gate: Gate, _ catalog: Cities,
  in group: inout ThrowingTaskGroup<Void, any Error>, badge: any View, inbox: any View
) async {
  let reviews = OrderRatingFactory.makeReviews(
    transport: transport, directory: directory, gate: gate, clock: ContinuousClock(),
    random: SystemRandomNumberGenerator(), makeID: { UUID().uuidString })

  group.addTask { try await reviews.run() }
  group.addTask {
    for await city in catalog.states() {
      if let context = city.context { await reviews.enter(context) }
    }
  }

  for await state in reviews.states() {
    badge.count = state.waiting.count
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

/// What the cities are to a review: values that the app passes on.
private struct Cities: Sendable {
  struct State {
    let context: RequestContext?
  }
  let states: @Sendable () -> AsyncStream<State>
}

/// Whatever an app has on its screen.
private protocol View: AnyObject {
  var count: Int { get set }
  func apply(_ notices: [ReviewNotice])
  func show(_ draft: ReviewDraft)
}
