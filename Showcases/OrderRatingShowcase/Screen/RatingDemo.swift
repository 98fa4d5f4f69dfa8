import Foundation
import Networking
import OrderRating
import Sandbox
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// The full-screen program of the showcase.
///
/// It sends events to ``RatingScreen``, and performs the commands that the screen returns.
final class RatingDemo: Sendable {
  private let terminal: Terminal
  /// The URL of a real server; `nil` if the app uses the sandbox server in this process.
  private let server: URL?
  private let sandbox = RatingSandbox(pace: .unhurried)
  private let device: SandboxDevice
  /// The file with the finished orders; the server does not store the names of the ordered items.
  private let store: SingleRepository<[RatableOrder]>
  private let orders = Mutex<[RatableOrder]>([])

  init(terminal: Terminal, server: URL?, directory: URL) {
    self.terminal = terminal
    self.server = server
    // Each server has its own directory, because an order exists only at one server.
    let folder = server == nil ? "reviews" : "reviews-of-server"
    device = SandboxDevice(directory.appending(path: folder, directoryHint: .isDirectory))
    store = SingleRepository(
      .file("orders"), class: .userState, schema: StoredSchema([RatableOrder].self),
      in: device.files.directory(
        directory.appending(path: "\(folder)-orders", directoryHint: .isDirectory)))
  }

  /// Shows the screen until the user leaves the showcase.
  ///
  /// If the user kills the app with a key, launches the app again.
  func run() async throws {
    await device.files.retrying { () async throws(StorageError) in
      for order in try await store.value() ?? [] { add(order) }
    } words: {
      "\($0)"
    }
    if orders.withLock({ $0.isEmpty }) { try await finishOrder() }
    var screen = RatingScreen()
    try await device.play(on: terminal) { try await launch(&screen, $0) }
  }

  /// Launches the app, and shows it until the user kills the app or leaves the showcase.
  ///
  /// Returns `true` if the user killed the app, and `false` if the user left.
  private func launch(
    _ screen: inout RatingScreen, _ events: EventQueue<RatingEvent>
  ) async throws -> Bool {
    let environment = FeatureEnvironment(
      transport: sandbox.signedIn(or: server), directory: device.launch(),
      city: SettledCity(SampleOrders.city, gate: device.gate))
    let reviews = OrderRatingFactory.makeReviews(in: environment)
    await restoreOrders(reviews)
    return try await device.running(reviews.run) {
      "The reviews have stopped: \(words(of: $0)). Start the showcase again."
    } during: { group in
      group.addTask {
        for await state in reviews.states() {
          events.send(.state(state))
          await self.sendHistory(reviews, events)
        }
      }
      group.addTask {
        await self.prompt(reviews, events)
        await self.sendHistory(reviews, events)
      }
      // Each change of the comment is a command with the whole text. The commands run one after the
      // other, so that an earlier text does not replace a later text.
      let (commands, continuation) = AsyncStream.makeStream(of: RatingCommand.self)
      group.addTask {
        for await command in commands {
          let notice = await self.perform(command, reviews, events)
          // The notice describes the result of the command. The user may react to the notice at
          // once. Therefore the screen receives the updated orders before the notice.
          await self.sendHistory(reviews, events)
          // After a kill, this task is canceled. Its message would replace the one about the kill.
          guard !Task.isCancelled else { return }
          events.send(.notice(notice))
        }
      }
      return try await device.show(&screen, events, on: terminal) {
        $0.troubles = troubles
      } perform: { command, _ in
        continuation.yield(command)
      }
    }
  }

  /// Adds to the sandbox each order whose draft or pending review is stored on the device.
  ///
  /// The sandbox lacks these orders if the file with the orders was lost.
  private func restoreOrders(_ reviews: any OrderReviews) async {
    await device.files.retrying { () async throws(ReviewError) in
      _ = try await reviews.eligibility(of: SampleOrders.lunch)
    } words: {
      "The stored orders cannot be read: \($0.words)"
    }
    let state = reviews.state
    let known = state.drafts.map(\.form.order) + state.pending.map(\.review.form.order)
    for order in known where !orders.withLock({ $0 }).contains(where: { $0.id == order.id }) {
      add(order)
    }
  }

  private func add(_ order: RatableOrder) {
    sandbox.add(order)
    orders.withLock { $0.append(order) }
  }

  /// Sends the orders to the screen, each with its eligibility for a review.
  ///
  /// If the stored files cannot be read, sends nothing. The screen then still shows the previous
  /// orders.
  private func sendHistory(
    _ reviews: any OrderReviews, _ events: EventQueue<RatingEvent>
  ) async {
    await device.files.retrying { () async throws(ReviewError) in
      var history: [(order: RatableOrder, eligibility: RatingEligibility)] = []
      for order in orders.withLock({ $0 }).reversed() {
        history.append((order, try await reviews.eligibility(of: order)))
      }
      events.send(.orders(history))
    } words: {
      "The orders cannot be read: \($0.words)"
    }
  }

  /// Opens the form of the order that the module `OrderRating` selects for the user to rate.
  ///
  /// If the module selects no order, the screen does not change.
  private func prompt(
    _ reviews: any OrderReviews, _ events: EventQueue<RatingEvent>
  ) async {
    do throws(ReviewError) {
      if let draft = try await reviews.prompt(among: orders.withLock({ $0 })) {
        events.send(.asked(draft.id))
      }
    } catch {
      events.send(.notice(DemoMessage.failed(error.words)))
    }
  }

  private var troubles: [String] {
    device.troubles + (sandbox.model.refusesPhotos == nil ? [] : ["photos rejected"])
  }

  /// Creates a finished order at the server; returns `false` if a real server did not accept it.
  @discardableResult
  private func finishOrder() async throws -> Bool {
    let now = Date.now
    // The ID comes from the time. Therefore another order hardly ever has the same ID, even an order of
    // an earlier run.
    let id = String(Int(now.timeIntervalSince1970 * 1_000), radix: 36, uppercase: true)
    let dishes = [["Margherita 30 cm", "Cola 0.5 l"], ["Cappuccino", "Cheesecake"], ["Ramen"]]
    let count = orders.withLock { $0.count }
    let order = RatableOrder(
      id, count % 2 == 0 ? .delivery : .pickup,
      lines: dishes[count % dishes.count].enumerated().map { .init("\($0 + 1)", name: $1) },
      finishedAt: now)
    add(order)
    let all = orders.withLock { $0 }
    do { try await store.update { $0 = all } } catch {
      device.files.add("The order was not stored: \(error)")
    }
    guard server != nil else { return true }
    let body = try HTTPRequest.Body.json(
      order.atServer(closesAt: Int(now.timeIntervalSince1970) + 604_800))
    let request = HTTPRequest(.put(body), "/admin/orders/\(id)", in: SampleOrders.city)
    if case .success = await sandbox.signedIn(or: server).answer(to: request) { return true }
    return false
  }

  private func perform(
    _ command: RatingCommand, _ reviews: any OrderReviews,
    _ events: EventQueue<RatingEvent>
  ) async -> String {
    do {
      switch command {
      case .open(let order): events.send(.asked(try await reviews.draft(for: order).id))
      case .stars(let change, let subject, let order):
        return try await reviews.edit(order) { draft throws(ReviewError) in
          let stars = (draft.ratings[subject]?.stars ?? 0) + change
          if stars < 1 { draft.clear(subject) } else { try draft.setStars(stars, of: subject) }
        }.words
      case .clear(let subject, let order):
        return try await reviews.edit(order) { $0.clear(subject) }.words
      case .tag(let place, let subject, let order):
        return try await reviews.edit(order) { draft throws(ReviewError) in
          let tags = draft.tags(of: subject).map(\.id)
          guard tags.indices.contains(place) else { return }
          let isChosen = draft.ratings[subject]?.tags.contains(tags[place]) == true
          try draft.setTag(tags[place], isChosen: !isChosen, of: subject)
        }.words
      case .comment(let text, let order):
        return try await reviews.edit(order) { $0.comment = text }.words
      case .attach(let order):
        return try await reviews.attach(SampleOrders.photo(), to: order).words
      case .attachBad(let order):
        return try await reviews.attach(Data("<svg/>".utf8), to: order).words
      case .removePhoto(let photo, let order): try await reviews.remove(photo, from: order)
      case .submit(let order): return try await reviews.submit(order).words
      case .skip(let order): return try await reviews.skip(order).words
      case .withdraw(let order): return try await reviews.withdraw(order).words
      case .dismiss(let notice): try await reviews.dismiss(notice)
      case .finishOrder:
        return try await finishOrder()
          ? "An order is finished: the next start asks about it."
          : "The server has not received the order."
      case .device(.loseAnswer) where server != nil, .sandbox where server != nil:
        return DemoMessage.needsSandbox
      case .device(let trouble): return try await device.cause(trouble, at: sandbox)
      case .sandbox(let trouble): return make(trouble)
      case .leave: break
      }
      return ""
    } catch {
      return DemoMessage.failed(words(of: error))
    }
  }

  private func make(_ trouble: RatingTrouble) -> String {
    switch trouble {
    case .rateElsewhere(let order):
      sandbox.change { $0.rateElsewhere(order) }
      return "Another device has rated order \(order)."
    case .endWindow(let order):
      sandbox.change { $0.orders[order]?.closesAt = 0 }
      return "The time for a review of order \(order) is over."
    case .refusePhotos:
      sandbox.change { $0.refusesPhotos = $0.refusesPhotos == nil ? "faces are not allowed" : nil }
      return sandbox.model.refusesPhotos == nil
        ? "The server accepts photos." : "The server rejects photos."
    }
  }
}
