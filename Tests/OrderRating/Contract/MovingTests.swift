import Foundation
import Networking
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

/// The reviews of a user that another user of the device takes over.
struct MovingTests {
  private let guest = ReviewDevice()
  private let device = ReviewDevice(.memory)

  @Test func `A draft and a submitted review move with their photos, once`() async throws {
    let moved = try await exported { reviews in
      try await reviews.rate(.second, 3)
      try await reviews.attach(.jpeg(100, 2), to: "order-2")
    }
    try await device.session { reviews in
      for _ in 1...2 { try await reviews.importReviews(moved) }
      await reviews.settled()
      #expect(device.server.model.arrivals.last == "order-1" && reviews.state.notices.isEmpty)
      #expect(Array(device.server.model.photos.values) == [.jpeg(100, 1)])
      let draft = try #require(reviews.state.drafts.first)
      #expect(draft.id == "order-2" && draft.ratings["food"]?.stars == 3)
      #expect(try await reviews.bytes(of: try #require(draft.photos.first)) == .jpeg(100, 2))
      try await reviews.importReviews(moved)
      #expect(reviews.state.pending.isEmpty && reviews.state.drafts == [draft])
      #expect(try await reviews.prompt(among: [.first, .second]) == nil)
    }
    #expect(device.server.model.arrivals.count == 2)
  }

  @Test func `A review of an order that the user has rated or declined to rate is not added`()
    async throws
  {
    let moved = try await exported { try await $0.rate(.second, 3) }
    try await device.session(rating: .first, 1) { reviews in
      try await reviews.skip("order-2")
      try await reviews.importReviews(moved)
      #expect(reviews.state.drafts.map { $0.ratings["food"]?.stars } == [1])
      #expect(reviews.state.pending.isEmpty)
    }
  }

  @Test func `A photo that the server has is not sent again`() async throws {
    try await guest.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(100, 1), to: "order-1")
      guest.server.spoil(Array(repeating: .status(503), count: 10)) {
        $0.path.hasSuffix("/review")
      }
      try await reviews.submit("order-1")
      await reviews.when { $0.pending.first?.photosLeft.isEmpty == true }
    }
    guest.server.endFaults()
    let account = ReviewDevice(guest.server, .memory)
    try await account.session { reviews in
      try await reviews.importReviews(try await guest.launch().exported())
      await reviews.settled()
    }
    #expect(guest.server.model.arrivals.last == "order-1")
    #expect(guest.server.model.arrivals.count == 2)
    #expect(guest.server.model.reviews["order-1"]?.photos.count == 1)
    // The server was asked whether it has the photo.
    #expect(guest.server.requests.contains { $0.method == .get && $0.path.contains("photos") })
  }

  @Test func `The photo of a withdrawn review that the server has is a part of the draft`()
    async throws
  {
    try await guest.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(100, 1), to: "order-1")
      let refusal = RequestFault<ReviewServerModel>(reachesServer: false) { _ in
        .success(HTTPResponse(problem: "badComment", status: 422))
      }
      guest.server.spoil([refusal]) { $0.path.hasSuffix("/review") }
      try await reviews.submit("order-1")
      await reviews.when { !$0.notices.isEmpty }
      try await reviews.withdraw("order-1")
    }
    let account = ReviewDevice(guest.server, .memory)
    try await account.session { reviews in
      try await reviews.importReviews(try await guest.launch().exported())
      #expect(reviews.state.drafts.first?.photos.count == 1)
      try await reviews.submit("order-1")
      await reviews.settled()
    }
    #expect(guest.server.model.reviews["order-1"]?.photos.count == 1)
  }

  @Test func `Without reviews there is nothing to add`() async throws {
    try await guest.session { reviews in
      let moved = try await reviews.exported()
      #expect(moved.isEmpty)
    }
  }

  /// Returns the reviews of a guest who has submitted a review with a photo, without a network.
  private func exported(
    _ body: (any OrderReviews) async throws -> Void
  ) async throws -> ExportedReviews {
    try await guest.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(100, 1), to: "order-1")
      try await body(reviews)
      guest.gate.close(for: .offline)
      try await reviews.submit("order-1")
    }
    // The reviews are read from the files.
    let reviews = guest.launch()
    let moved = try await reviews.exported()
    #expect(!moved.isEmpty)
    return moved
  }
}
