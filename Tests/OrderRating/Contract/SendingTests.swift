import Networking
import OrderRating
import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct SendingTests {
  private let device = ReviewDevice()

  @Test func `Offline a review waits, says why, and is sent afterward`() async throws {
    try await device.session(rating: .first) { reviews in
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
      let state = await reviews.when { $0.pending.first?.reason == .gateClosed([.offline]) }
      #expect(state.pending.map(\.id) == ["order-1"] && state.sync.isLoaded)
      #expect(state.pending.first?.mayBeApplied == false)
      #expect(state.drafts.isEmpty)
      #expect(device.server.model.reviews.isEmpty)
      await #expect(throws: ReviewError.sync(.closed([.offline]))) {
        try await reviews.draft(for: .second)
      }
      await #expect(throws: ReviewError.sync(.closed([.offline]))) {
        try await reviews.prompt(among: [.second])
      }
      #expect(device.server.requests.count == 1)

      device.gate.open(for: .offline)
      await reviews.settled()

      #expect(device.server.model.arrivals == ["order-1"])
    }
  }

  @Test func `A review that was never sent can be taken back after a restart, also offline`()
    async throws
  {
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
    }
    let reviews = device.launch()
    try await reviews.load()
    #expect(reviews.state.pending.first?.photosLeft.count == 1)
    try await reviews.withdraw("order-1")
    #expect(reviews.state.pending.isEmpty && reviews.state.drafts.map(\.id) == ["order-1"])
    #expect(reviews.state.drafts.map(\.photos.count) == [1])
    device.gate.open(for: .offline)
    try await device.session { reviews in await reviews.settled() }
    #expect(device.server.model.arrivals.isEmpty)
  }

  @Test func `A review that the server may have cannot be taken back`() async throws {
    try await device.session(rating: .first, 1) { reviews in
      device.server.spoil(
        RequestFault(reachesServer: true) { _ in
          device.gate.close(for: .offline)
          return .failure(.timedOut)
        })
      try await reviews.submit("order-1")
      await reviews.when { $0.pending.first?.mayBeApplied == true }
      await #expect(throws: ReviewError.mayBeApplied("order-1")) {
        try await reviews.withdraw("order-1")
      }
      #expect(reviews.state.pending.count == 1)
      #expect(reviews.state.drafts.isEmpty)
    }
  }

  @Test func `Of two devices that submit, the second gives back what was written`() async throws {
    try await device.session(rating: .first, 1) { reviews in
      try await reviews.edit("order-1") { $0.comment = "Mine" }
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
      device.server.change { $0.rateElsewhere("order-1") }
      device.gate.open(for: .offline)
      let state = await reviews.when { !$0.notices.isEmpty }
      #expect(state.pending.isEmpty)
      #expect(state.notices.first?.cause == .alreadyRated)
      #expect(state.notices.first?.review?.comment == "Mine")
      #expect(try await reviews.eligibility(of: .first) == .rated)
      await #expect(throws: ReviewError.notWaiting("order-1")) {
        try await reviews.withdraw("order-1")
      }
    }
    try await device.session { reviews in
      let notice = try #require(await reviews.when { !$0.notices.isEmpty }.notices.first)
      try await reviews.dismiss(notice.id)
      #expect(reviews.state.isEmpty)
      #expect(try await reviews.eligibility(of: .first) == .rated)
      await #expect(throws: ReviewError.unknownNotice(notice.id)) {
        try await reviews.dismiss(notice.id)
      }
    }
    #expect(device.server.model.reviews["order-1"]?.marks.first?.stars == 3)
  }

  @Test func `A review that comes too late is given back`() async throws {
    try await device.session(rating: .first) { reviews in
      try await reviews.edit("order-1") { $0.comment = "Late" }
      try await reviews.attach(.jpeg(), to: "order-1")
      try await reviews.rate(.second)
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
      try await reviews.submit("order-2")
      device.server.change { $0.orders["order-1"]?.closesAt = $0.now }
      device.gate.open(for: .offline)
      let state = await reviews.when { $0.pending.isEmpty && !$0.notices.isEmpty }
      #expect(state.notices.map(\.cause) == [.windowOver])
      #expect(state.notices.first?.review?.comment == "Late")
      #expect(try await reviews.eligibility(of: .first) == .windowOver)
      #expect(device.server.model.reviews.keys.sorted() == ["order-2"])
    }
  }

  @Test func `An order of another account cannot be rated`() async throws {
    try await device.session { reviews in
      await #expect(throws: ReviewError.unknownOrder("order-99")) {
        try await reviews.draft(for: .foreign)
      }
      try await reviews.rate(.first)
      device.server.change { $0.orders["order-1"] = nil }
      try await reviews.submit("order-1")
      let state = await reviews.when { !$0.notices.isEmpty }
      #expect(state.notices.first?.cause == .unknownOrder)
      #expect(try await reviews.eligibility(of: .first) == .windowOver)
      #expect(state.notices.first?.review?.ratings["food"]?.stars == 5)
    }
  }

  @Test func `A refused review can be taken back and changed, or given up`() async throws {
    device.server.change { $0.refusesReviews = "Mind your words" }
    try await device.session { reviews in
      for order in [RatableOrder.first, .second] {
        try await reviews.rate(order)
        try await reviews.submit(order.id)
      }
      let state = await reviews.when { $0.notices.count == 2 }
      #expect(
        state.notices.map(\.cause) == [.refused("Mind your words"), .refused("Mind your words")])
      device.server.change { $0.refusesReviews = nil }
      try await reviews.withdraw("order-1")
      try await reviews.edit("order-1") { $0.comment = "Milder" }
      try await reviews.submit("order-1")
      await reviews.when { $0.pending.isEmpty && $0.drafts.isEmpty }
      #expect(device.server.model.reviews["order-1"]?.comment == "Milder")
      let notice = try #require(reviews.state.notices.first)
      #expect(notice.order == "order-2")
      try await reviews.dismiss(notice.id)
      #expect(reviews.state.isEmpty)
      #expect(device.server.model.reviews["order-2"] == nil)
    }
  }
}
