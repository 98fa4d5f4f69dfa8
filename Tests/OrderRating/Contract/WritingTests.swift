import Foundation
import Networking
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct WritingTests {
  private let device = ReviewDevice()

  @Test func `Without the stars that the form requires nothing is submitted`() async throws {
    try await device.session { reviews in
      let draft = try await reviews.draft(for: .first)
      #expect(draft.problems == [.unrated("food")])
      await #expect(throws: ReviewError.incomplete([.unrated("food")])) {
        try await reviews.submit("order-1")
      }
      device.server.change { $0.rules.subjects = [] }
      let free = try await reviews.draft(for: .second)
      #expect(free.problems == [.nothingRated])
    }
  }

  @Test func `Tags follow stars: others are offered, and those chosen before go`() async throws {
    try await device.session { reviews in
      let order = RatableOrder.first
      try await reviews.rate(order, 2)
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        #expect(draft.tags(of: "food").map(\.id) == ["cold", "burnt"])
        try draft.setTag("burnt", isChosen: true, of: "food")
        try draft.setTag("cold", isChosen: true, of: "food")
        #expect(draft.ratings["food"]?.tags == ["cold", "burnt"])
        try draft.setStars(3, of: "food")
        #expect(draft.ratings["food"]?.tags == ["cold", "burnt"])
        try draft.setTag("cold", isChosen: false, of: "food")
        #expect(draft.ratings["food"]?.tags == ["burnt"])
        try draft.setStars(5, of: "food")
      }
      let draft = try await reviews.draft(for: order)
      #expect(draft.ratings["food"]?.tags == [])
      #expect(draft.tags(of: "food").map(\.id) == ["tasty"])
      #expect(draft.tags(of: "courier").isEmpty)
      await #expect(throws: ReviewError.unknownTag("burnt")) {
        try await reviews.edit(order.id) { draft throws(ReviewError) in
          try draft.setTag("burnt", isChosen: true, of: "food")
        }
      }
    }
  }

  @Test func `A review is sent once, with its marks, its comment and its photos`() async throws {
    try await device.session { reviews in
      let order = RatableOrder.first
      try await reviews.rate(order, 4)
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        try draft.setTag("tasty", isChosen: true, of: "food")
        try draft.setStars(1, of: "line:l-2")
        draft.comment = "Hot,\nat last 🍕"
      }
      try await reviews.attach(.jpeg(), to: order.id)
      let photo = reviews.state.drafts[0].photos[0]
      try await reviews.submit(order.id)
      await reviews.settled()

      let review = try #require(device.server.model.reviews[order.id])
      #expect(
        review.marks == [
          .init(subject: "food", stars: 4, tags: ["tasty"]),
          .init(subject: "line:l-2", stars: 1, tags: []),
        ])
      #expect(review.comment == "Hot,\nat last 🍕")
      #expect(review.photos == [photo.id])
      #expect(device.server.model.photos[photo.id] == .jpeg())
      #expect(reviews.state.isEmpty)
      #expect(try await reviews.eligibility(of: order) == .rated)
    }
    let puts = device.server.requests.count { $0.idempotencyKey != nil }
    #expect(puts == 2)
    try await device.session { reviews in
      let eligibility = try await reviews.eligibility(of: .first)
      #expect(eligibility == .rated)
      await #expect(throws: ReviewError.notEligible(.rated)) {
        try await reviews.draft(for: .first)
      }
    }
  }

  @Test func `A draft is there after a restart, without network, to the letter`() async throws {
    let order = RatableOrder.first
    var written: ReviewDraft?
    try await device.session { reviews in
      try await reviews.rate(order, 2)
      try await reviews.edit(order.id) { draft throws(ReviewError) in
        try draft.setTag("cold", isChosen: true, of: "food")
        draft.comment = "Half a sente"
      }
      try await reviews.attach(.jpeg(1_000), to: order.id)
      written = try await reviews.draft(for: order)
    }
    device.gate.close(for: .offline)
    try await device.session(in: nil) { reviews in
      let draft = try await reviews.draft(for: order)
      #expect(draft == written)
      #expect(reviews.state.drafts == [draft])
      #expect(try await reviews.bytes(of: draft.photos[0]) == .jpeg(1_000))
    }
  }
}
