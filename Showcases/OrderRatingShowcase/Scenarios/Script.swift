import Foundation
import OrderRating
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The helper with which a scenario launches the app, acts as its user, and prints a transcript.
///
/// A scenario can launch the app several times. All launches of one script share one directory and
/// one server.
final class Script: LaunchScript {
  let stage: Stage
  let sandbox: RatingSandbox
  let device: SandboxDevice
  let clock = PausedClock()

  init(_ stage: Stage, sandbox: RatingSandbox?, device name: String) {
    self.stage = stage
    self.sandbox = sandbox ?? RatingSandbox([SampleOrders.lunch, SampleOrders.coffee])
    device = SandboxDevice(stage.directory.appending(path: name, directoryHint: .isDirectory))
  }

  convenience init(_ stage: Stage) {
    self.init(stage, sandbox: nil, device: "reviews")
  }

  func launch(_ body: (any OrderReviews) async throws -> Void) async throws {
    tell("The app starts")
    let city = SettledCity(SampleOrders.city, gate: device.gate)
    let reviews = environment(sandbox.signedIn(), in: city).makeOrderReviews()
    try await running(reviews.run) { try await body(reviews) }
  }

  /// Launches the app, shows the stored review, reconnects, and waits until the review is sent.
  ///
  /// The network must be disconnected before the call. If `files` is not `nil`, the call also waits
  /// until the device has exactly `files` photo files.
  func launchOffline(files: Int? = nil) async throws {
    try await launch { reviews in
      await show(reviews) { $0.pending.count == 1 }
      goOnline()
      await showSettled(reviews)
      if let files { try await showFiles(files) }
    }
  }

  /// Asks the module which of `orders` the app should invite the user to rate.
  ///
  /// Writes the selected order to the scenario's transcript. Also writes for each of `orders`
  /// whether the user can rate it.
  func prompt(
    _ reviews: any OrderReviews,
    _ orders: [RatableOrder] = [SampleOrders.lunch, SampleOrders.coffee]
  ) async {
    tell("Ask about an order")
    do throws(ReviewError) {
      let draft = try await reviews.prompt(among: orders)
      detail(draft.map { "The app asks about order \($0.id)" } ?? "The app asks about no order")
      for order in orders {
        let eligibility = try await reviews.eligibility(of: order)
        detail("Order \(order.id): \(eligibility)")
      }
    } catch {
      detail(DemoMessage.failed("\(error)"))
    }
  }

  /// Waits for a state of the reviews that satisfies `isSo`, and writes it to the scenario's
  /// transcript.
  func show(_ reviews: any OrderReviews, when isSo: (ReviewsState) -> Bool = { _ in true }) async {
    for await state in reviews.states() where isSo(state) {
      return details(RatingPage.lines(state))
    }
  }

  /// Waits until no review is pending.
  ///
  /// Then writes the server's new responses and the state of the reviews to the scenario's
  /// transcript.
  func showSettled(_ reviews: any OrderReviews) async {
    for await state in reviews.states() where state.pending.isEmpty {
      details(sandbox.takeChanges().map { "The server answered \($0.words)" })
      details(RatingPage.lines(state))
      return
    }
  }

  /// Waits until `count` photo files are on the device, and writes the number to the scenario's
  /// transcript.
  ///
  /// The app deletes a file after it has stored the server's response.
  func showFiles(_ count: Int) async throws {
    while try files != count { await Task.yield() }
    tell("Stored photos: \(count)")
  }

  private var files: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: device.folder.path).count {
        $0.contains("photo")
      }
    }
  }
}

extension Script {
  /// Sets the stars of a subject in the draft of a review, as the user would.
  func stars(
    _ reviews: any OrderReviews, _ stars: Int, _ subject: String = "food",
    of order: RatableOrder = SampleOrders.lunch
  ) async {
    await attempt(
      "Rate the \(subject) of order \(order.id) with \(stars) \(stars == 1 ? "star" : "stars")"
    ) {
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        try draft.setStars(stars, of: subject)
      }
    }
  }

  /// Adds a tag to the rating of the food in the draft of a review, as the user would.
  ///
  /// `tag` is the tag's id.
  func tag(
    _ reviews: any OrderReviews, _ tag: String, of order: RatableOrder = SampleOrders.lunch
  ) async {
    await attempt("Choose the tag “\(tag)”") {
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        try draft.setTag(tag, isChosen: true, of: "food")
      }
    }
  }

  /// Writes a comment in the draft of a review, as the user would.
  func comment(
    _ reviews: any OrderReviews, _ text: String, of order: RatableOrder = SampleOrders.lunch
  ) async {
    await attempt("Write \(text.count > 40 ? "\(text.count) characters" : "“\(text)”")") {
      try await reviews.edit(order.id) { $0.comment = text }
    }
  }

  /// Attaches a photo to the draft for ``SampleOrders/lunch``, as the user would.
  ///
  /// `what` describes the photo in the scenario's transcript.
  func attach(
    _ reviews: any OrderReviews, _ what: String = "a photo of 240 KB",
    _ photo: Data = SampleOrders.photo()
  ) async {
    await attempt("Attach \(what)") { try await reviews.attach(photo, to: SampleOrders.lunch.id) }
  }

  /// Submits a review, as the user would.
  func submit(_ reviews: any OrderReviews, _ order: RatableOrder = SampleOrders.lunch) async {
    await attempt("Submit the review of order \(order.id)") { try await reviews.submit(order.id) }
  }

  /// Submits a review, and waits until no review is pending.
  func submitAndSettle(
    _ reviews: any OrderReviews, _ order: RatableOrder = SampleOrders.lunch
  ) async {
    await submit(reviews, order)
    await showSettled(reviews)
  }

  /// Opens the review of an order as the user would; also rates the food if `stars` is not `nil`.
  func open(
    _ reviews: any OrderReviews, _ order: RatableOrder = SampleOrders.lunch, stars: Int? = nil
  ) async {
    await attempt("Open order \(order.id)") { try await reviews.draft(for: order) }
    if let stars { await self.stars(reviews, stars, of: order) }
  }

  /// Dismisses each notice about a review, as the user would.
  func dismissNotices(_ reviews: any OrderReviews) async {
    for notice in reviews.state.notices {
      await attempt("Dismiss the message") { try await reviews.dismiss(notice.id) }
    }
  }
}
