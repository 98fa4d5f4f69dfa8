import Foundation
import Networking
import OrderRating
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// An app that has nothing but reviews of finished orders.
final class RatingApp: DemoApp {
  private let launch: Launch<ReviewServerModel>
  private let reviews: any OrderReviews
  /// The file with the finished orders; the server does not store the names of the ordered items.
  private let file: SingleRepository<[RatableOrder]>
  /// The finished orders, the newest first.
  private var orders: [RatableOrder] = []
  private var eligibility: [RatableOrder.ID: RatingEligibility] = [:]
  /// The order whose form is shown; `nil` while the list is shown.
  private var opened: RatableOrder.ID?
  /// The comment that the user is typing; `nil` if there is none.
  private var comment: String?
  private let (edits, edited) = AsyncStream.makeStream(of: Void.self)

  private var sandbox: RatingSandbox { launch.sandbox }

  init(_ launch: Launch<ReviewServerModel>) {
    let environment = launch.environment(city: launch.city(SampleOrders.city))
    self.launch = launch
    reviews = environment.makeOrderReviews()
    file = SingleRepository(
      .file("orders"), class: .userState, schema: StoredSchema([RatableOrder].self),
      in: environment.directory)
    launch.run("The reviews", reviews.run)
    launch.task { [weak self] in await self?.begin() }
    launch.task { [weak self, reviews] in
      for await _ in reviews.states() { await self?.show() }
    }
    launch.task { [weak self, edits] in
      for await _ in edits { await self?.storeComment() }
    }
  }

  /// Reads the orders, and asks about the newest one that can be rated.
  private func begin() async {
    let files = launch.device.files
    var known: [RatableOrder] = []
    await files.retrying { () async throws(StorageError) in
      known = try await file.value() ?? []
    } words: {
      "\($0)"
    }
    // The reviews are complete after the first call. They contain orders of a lost file.
    await files.retrying { () async throws(ReviewError) in
      _ = try await reviews.eligibility(of: SampleOrders.lunch)
    } words: {
      "The reviews cannot be read: \($0)"
    }
    let state = reviews.state
    let reviewed = state.drafts.map(\.form.order) + state.pending.map(\.review.form.order)
    known += reviewed.filter { order in !known.contains { $0.id == order.id } }
    for order in known where sandbox.model.orders[order.id] == nil { sandbox.add(order) }
    await show(known)
    do {
      if known.isEmpty { _ = try await finishOrder() }
      if let draft = try await reviews.prompt(among: orders) { launch.say(open(draft)) }
    } catch {
      launch.say(DemoMessage.failed("\(error)"))
    }
  }

  /// Adds orders to the list, and updates which orders can be rated.
  private func show(_ new: [RatableOrder] = []) async {
    await launch.device.files.retrying { () async throws(ReviewError) in
      for order in new + orders {
        eligibility[order.id] = try await reviews.eligibility(of: order)
      }
      orders = new + orders
    } words: {
      "The orders cannot be read: \($0)"
    }
    launch.redraw()
  }

  // MARK: Scenes

  func scene() -> Scene {
    let draft = reviews.state.drafts.first { $0.id == opened }
    return draft.map { draft in comment.map { typing($0, in: draft) } ?? form(draft) } ?? list
  }

  private var list: Scene {
    let drafts = reviews.state.drafts.map(\.id)
    return scene(
      "Reviews",
      Part(
        orders, empty: "No order is finished: ^N finishes one.", id: { $0.id },
        commands: [
          .run(.enter, "rate") { [self] in open(try await reviews.draft(for: $0)) },
          .run("k", "skip") { [self] in try await skip($0.id) },
          .run("t", "withdraw") { [reviews] order in
            try await reviews.withdraw(order.id)
            return reviews.words(of: "the review is a draft again", \.sync)
          },
        ] + events { $0.id }
      ) { order in
        let note = self.eligibility[order.id].map { "\($0)" } ?? ""
        return Screen.Row(
          "\(order.id)  \(order.lines.map(\.name).joined(separator: ", "))",
          drafts.contains(order.id) ? "draft; \(note)" : note)
      },
      commands: [
        .run("d", "dismiss the message") { [reviews] in
          guard let notice = reviews.state.notices.first else { return "There is no message." }
          try await reviews.dismiss(notice.id)
          return "Dismissed."
        }
      ])
  }

  private func form(_ draft: ReviewDraft) -> Scene {
    let rest = RatingPage.rest(draft, in: reviews.state)
    return scene(
      "Order \(draft.id)",
      Part(
        draft.form.subjects, id: { $0.id },
        lines: rest.map { Line($0, $0.hasPrefix("To submit") ? .pending : .plain) },
        commands: subjectCommands(draft.id) + events { _ in draft.id }
      ) { Screen.Row(RatingPage.row($0, of: draft)) },
      commands: draftCommands(draft))
  }

  /// The scene in which the user types a comment, which is stored at every key.
  private func typing(_ comment: String, in draft: ReviewDraft) -> Scene {
    let field = TextField("Comment", comment) {
      self.comment = $0
      self.edited.yield()
    }
    return Scene(
      "Comment", "Order \(draft.id)", field: field,
      [Part(lines: RatingPage.draft(draft, in: reviews.state).map { Line($0) })],
      commands: [
        .run(anyOf: [.enter, .escape], as: "Enter", "done") { [self] _, _ in
          // A submission that follows must find the whole text.
          await storeComment()
          self.comment = nil
          return ""
        }
      ])
  }

  private func scene(_ title: String, _ rows: Part, commands: [Command<Void>]) -> Scene {
    let refusesPhotos = sandbox.model.refusesPhotos != nil
    return Scene(
      title, activity: reviews.state.sync.fetch.words,
      troubles: refusesPhotos ? ["photos rejected"] : [],
      [rows, Part(below: RatingPage.below(reviews.state))],
      commands: commands + [.run(.control("n"), "finish an order", finishOrder)],
      events: [
        .now(.control("p"), "reject photos") { [sandbox] in
          sandbox.change { $0.refusesPhotos = refusesPhotos ? nil : "faces are not allowed" }
          return refusesPhotos ? "The server accepts photos." : "The server rejects photos."
        }
      ])
  }

  // MARK: Commands

  private func subjectCommands(_ order: RatableOrder.ID) -> [Command<RatingSubject>] {
    [
      .run(anyOf: [.left, .right], as: "←→", "stars") { [reviews] subject, key in
        try await reviews.edit(order) { draft throws(ReviewError) in
          let stars = (draft.ratings[subject.id]?.stars ?? 0) + (key == .left ? -1 : 1)
          guard stars > 0 else { return draft.clear(subject.id) }
          try draft.setStars(stars, of: subject.id)
        }
        return reviews.words(of: "the stars of \(subject.title)", \.sync)
      },
      .run(anyOf: "123456789".map(Key.character), as: "1-9", "tags") { [reviews] subject, key in
        guard case .character(let digit) = key else { return "" }
        let place = (digit.wholeNumberValue ?? 1) - 1
        try await reviews.edit(order) { draft throws(ReviewError) in
          let tags = draft.tags(of: subject.id).map(\.id)
          guard tags.indices.contains(place) else { throw .unknownTag("\(digit)") }
          let isChosen = draft.ratings[subject.id]?.tags.contains(tags[place]) == true
          try draft.setTag(tags[place], isChosen: !isChosen, of: subject.id)
        }
        return reviews.words(of: "the tags of \(subject.title)", \.sync)
      },
      .run(.backspace, "clear") { [reviews] subject in
        try await reviews.edit(order) { $0.clear(subject.id) }
        return reviews.words(of: "no stars for \(subject.title)", \.sync)
      },
    ]
  }

  private func draftCommands(_ draft: ReviewDraft) -> [Command<Void>] {
    [
      .now("c", "comment") { self.comment = draft.comment },
      .run("p", "photo") { [reviews] in
        try await reviews.attach(SampleOrders.photo(), to: draft.id)
        return reviews.words(of: "the photo", \.sync)
      },
      .run("b", "invalid photo") { [reviews] in
        try await reviews.attach(Data("<svg/>".utf8), to: draft.id)
        return reviews.words(of: "the photo", \.sync)
      },
      .run("x", "remove photo") { [reviews] in
        let photos = reviews.state.drafts.first { $0.id == draft.id }?.photos
        guard let photo = photos?.last else { return "There is no photo." }
        try await reviews.remove(photo.id, from: draft.id)
        return "Removed."
      },
      .run("s", "submit") { [self] in
        try await reviews.submit(draft.id)
        close()
        return reviews.words(of: "the review of order \(draft.id)", \.sync)
      },
      .run("k", "skip") { [self] in try await skip(draft.id) },
      .now(.escape, "back") { [self] in close() },
    ]
  }

  /// Returns the commands for events at the server that concern an order.
  private func events<Subject>(
    _ order: @escaping @MainActor (Subject) -> RatableOrder.ID
  ) -> [Command<Subject>] {
    [
      .now(.control("e"), "rate on another device") { [sandbox] in
        let order = order($0)
        sandbox.change { $0.rateElsewhere(order) }
        return "Another device has rated order \(order)."
      }.inSandbox,
      .now(.control("w"), "end the time for a review") { [sandbox] in
        let order = order($0)
        sandbox.change { $0.orders[order]?.closesAt = 0 }
        return "The time for a review of order \(order) is over."
      }.inSandbox,
    ]
  }

  private func open(_ draft: ReviewDraft) -> String {
    (opened, comment) = (draft.id, nil)
    return "How was order \(draft.id)? The draft is stored at every key."
  }

  /// Returns to the list, with the order of the form selected.
  private func close() {
    if let opened { launch.select(opened) }
    opened = nil
  }

  private func skip(_ order: RatableOrder.ID) async throws -> String {
    try await reviews.skip(order)
    close()
    return reviews.words(of: "skip order \(order)", \.sync)
  }

  private func storeComment() async {
    guard let comment, let opened else { return }
    do throws(ReviewError) { try await reviews.edit(opened) { $0.comment = comment } } catch {
      launch.say(DemoMessage.failed("\(error)"))
    }
  }

  private func finishOrder() async throws -> String {
    let now = Date.now
    let order = SampleOrders.next(orders.count, finishedAt: now)
    try await file.save([order] + orders)
    sandbox.add(order)
    await show([order])
    if launch.options.server != nil {
      let body = try HTTPRequest.Body.json(
        order.atServer(closesAt: Int(now.timeIntervalSince1970) + 604_800))
      let request = HTTPRequest(.put(body), "/admin/orders/\(order.id)", in: SampleOrders.city)
      guard case .success = await launch.demo.signedInTransport.answer(to: request) else {
        return "The server has not received the order."
      }
    }
    return "An order is finished: the next start asks about it."
  }
}
