import Foundation
import OrderRating
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The steps of the scenarios: launches of the app with one directory and one server.
final class Script: DeviceScript {
  let stage: Stage
  let sandbox: RatingSandbox
  let device: SandboxDevice
  let clock = PausedClock()

  init(_ stage: Stage, sandbox: RatingSandbox? = nil, device name: String = "reviews") {
    self.stage = stage
    self.sandbox = sandbox ?? RatingSandbox([SampleOrders.lunch, SampleOrders.coffee])
    device = SandboxDevice(stage.directory.appending(path: name, directoryHint: .isDirectory))
  }

  /// Launches the app as a new process, runs it during `body`, and kills it.
  func launch(_ body: (any OrderReviews) async throws -> Void) async throws {
    tell("The app starts")
    let environment = FeatureEnvironment(
      transport: sandbox.signedIn(), directory: device.launch(),
      city: SettledCity(gate: device.gate), clock: clock,
      random: LongestWaits(), makeID: device.nextID)
    environment.city.settle(in: SampleOrders.city)
    let reviews = OrderRatingFactory.makeReviews(in: environment)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      try await body(reviews)
      group.cancelAll()
    }
  }

  /// Asks whether the user should be asked about an order, and writes the result to the transcript.
  func prompt(
    _ reviews: any OrderReviews,
    _ orders: [RatableOrder] = [SampleOrders.lunch, SampleOrders.coffee]
  ) async {
    tell("Ask about an order")
    do throws(ReviewError) {
      let draft = try await reviews.prompt(among: orders)
      stage.transcript.detail(
        draft.map { "The app asks about order \($0.id)" } ?? "The app asks about no order")
      for order in orders {
        let eligibility = try await reviews.eligibility(of: order)
        stage.transcript.detail("Order \(order.id): \(eligibility.words)")
      }
    } catch {
      stage.transcript.detail(DemoMessage.failed(error.words))
    }
  }

  /// Waits for a state that satisfies the condition, and writes it to the transcript.
  func show(
    _ reviews: any OrderReviews, when isSo: (ReviewsState) -> Bool = { _ in true }
  ) async {
    for await state in reviews.states() where isSo(state) {
      stage.transcript.details(RatingPage.lines(state))
      return
    }
  }

  /// Waits until no review is pending, and writes the server's answers and the state to the
  /// transcript.
  func showSettled(_ reviews: any OrderReviews) async {
    for await state in reviews.states() where state.pending.isEmpty {
      stage.transcript.details(sandbox.takeChanges().map { "The server answered \($0.words)" })
      stage.transcript.details(RatingPage.lines(state))
      return
    }
  }

  /// Waits until this number of photos have files; a file is deleted after the server's answer is
  /// stored.
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

  /// Performs a call, and writes its result or its error to the transcript.
  func attempt(_ what: String, _ body: () async throws(ReviewError) -> WriteStatus?) async {
    tell(what)
    do throws(ReviewError) {
      if let writeStatus = try await body() { stage.transcript.detail(writeStatus.words) }
    } catch {
      stage.transcript.detail(DemoMessage.failed(error.words))
    }
  }
}

extension Script {
  /// Sets the stars of a subject, as the user would.
  func stars(
    _ reviews: any OrderReviews, _ stars: Int, _ subject: String, of order: RatableOrder
  ) async {
    await attempt(
      "Rate the \(subject) of order \(order.id) with \(stars) \(stars == 1 ? "star" : "stars")"
    ) {
      () async throws(ReviewError) in
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        try draft.setStars(stars, of: subject)
      }
    }
  }

  /// Chooses a tag, as the user would.
  func tag(_ reviews: any OrderReviews, _ tag: String, of order: RatableOrder) async {
    await attempt("Choose the tag “\(tag)”") { () async throws(ReviewError) in
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        try draft.setTag(tag, isChosen: true, of: "food")
      }
    }
  }

  /// Writes a comment, as the user would.
  func comment(_ reviews: any OrderReviews, _ text: String, of order: RatableOrder) async {
    await attempt("Write \(text.count > 40 ? "\(text.count) characters" : "“\(text)”")") {
      () async throws(ReviewError) in try await reviews.edit(order.id) { $0.comment = text }
    }
  }

  /// Attaches a photo, as the user would.
  func attach(
    _ reviews: any OrderReviews, _ what: String = "a photo of 240 KB",
    _ photo: Data = SampleOrders.photo(), to order: RatableOrder
  ) async {
    await attempt("Attach \(what)") { () async throws(ReviewError) in
      try await reviews.attach(photo, to: order.id)
    }
  }

  /// Submits a review, as the user would.
  func submit(_ reviews: any OrderReviews, _ order: RatableOrder) async {
    await attempt("Submit the review of order \(order.id)") { () async throws(ReviewError) in
      try await reviews.submit(order.id)
    }
  }

  /// Opens an order, as the user would.
  func open(_ reviews: any OrderReviews, _ order: RatableOrder) async {
    await attempt("Open order \(order.id)") { () async throws(ReviewError) in
      _ = try await reviews.draft(for: order)
      return nil
    }
  }
}
