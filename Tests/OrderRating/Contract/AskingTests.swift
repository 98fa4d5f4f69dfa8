import Foundation
import Networking
import OrderRating
import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct AskingTests {
  private let device = ReviewDevice()

  @Test func `The newest order is asked about, once, also after a restart`() async throws {
    try await device.session { reviews in
      #expect(try await reviews.eligibility(of: .third) == .eligible)
      let draft = try await reviews.prompt(among: orders)
      #expect(draft?.id == "order-3")
      #expect(try await reviews.eligibility(of: .third) == .asked)
    }
    var asked: [String?] = []
    for _ in 0..<4 {
      try await device.session { reviews in
        asked.append(try await reviews.prompt(among: orders.reversed())?.id)
      }
    }
    #expect(asked == ["order-2", "order-1", nil, nil])
  }

  @Test func `One order at most is asked about in a life of the app`() async throws {
    try await device.session { reviews in
      async let first = reviews.prompt(among: orders)
      async let second = reviews.prompt(among: orders)
      let drafts = try await [first, second].compactMap(\.self)
      #expect(drafts.count == 1)
      #expect(try await reviews.prompt(among: orders) == nil)
      #expect(try await reviews.eligibility(of: .first) == .anotherAsked)
      #expect(try await reviews.draft(for: .first).id == "order-1")
    }
  }

  @Test
  func `A no is remembered over restarts, and the order can be opened by hand`() async throws {
    try await device.session { reviews in
      try await reviews.rate(.third)
      try await reviews.attach(.jpeg(), to: "order-3")
      try await reviews.skip("order-3")
      #expect(reviews.state.drafts.isEmpty)
    }
    try await device.session { reviews in
      #expect(try await reviews.eligibility(of: .third) == .skipped)
      #expect(try await reviews.prompt(among: orders)?.id == "order-2")
      try await reviews.rate(.third, 1)
      try await reviews.submit("order-3")
      await reviews.settled()
      #expect(device.server.model.reviews["order-3"]?.marks.first?.stars == 1)
    }
    #expect(device.server.model.photos.isEmpty)
  }

  @Test func `Why an order is not asked about is told`() async throws {
    try await device.session { reviews in
      #expect(try await reviews.eligibility(of: .unfinished) == .notFinished)
      await #expect(throws: ReviewError.notEligible(.notFinished)) {
        try await reviews.draft(for: .unfinished)
      }
      try await reviews.rate(.first)
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
      #expect(try await reviews.eligibility(of: .first) == .submitted)
      await #expect(throws: ReviewError.notEligible(.submitted)) {
        try await reviews.draft(for: .first)
      }
      device.gate.open(for: .offline)
      await reviews.settled()
      #expect(try await reviews.eligibility(of: .first) == .rated)

      device.server.change { $0.orders["order-2"]?.closesAt = 0 }
      await #expect(throws: ReviewError.notEligible(.windowOver)) {
        try await reviews.draft(for: .second)
      }
      #expect(try await reviews.eligibility(of: .second) == .windowOver)
    }
    #expect(device.server.requests.allSatisfy { $0.context != nil })
  }

  @Test func `An order that was rated on another device is passed over`() async throws {
    device.server.change { $0.rateElsewhere("order-3") }
    try await device.session { reviews in
      let draft = try await reviews.prompt(among: orders + [.foreign])
      #expect(draft?.id == "order-2")
      #expect(try await reviews.eligibility(of: .third) == .rated)
    }
  }

  @Test func `An order whose time is over by its form is passed over`() async throws {
    device.server.spoil([
      RequestFault(reachesServer: true) { response in
        // The response of a cache, which has the form as it was at its end.
        let text = String(decoding: response.body, as: UTF8.self)
          .replacing(/"closesAt":[0-9]+/, with: #""closesAt":0"#)
        return .success(HTTPResponse(status: response.status, body: Data(text.utf8)))
      }
    ]) { $0.path.contains("order-3") }
    try await device.session { reviews in
      let draft = try await reviews.prompt(among: [.third, .second])
      #expect(draft?.id == "order-2")
      #expect(try await reviews.eligibility(of: .third) == .windowOver)
    }
  }

  @Test func `An order that the server does not know is passed over`() async throws {
    try await device.session { reviews in
      let none = try await reviews.prompt(among: [.foreign, .foreign, .foreign])
      #expect(none == nil)
      #expect(device.server.requests.count == 1)
      #expect(reviews.state.isEmpty)
      #expect(try await reviews.prompt(among: [.foreign, .first])?.id == "order-1")
    }
  }

  @Test(arguments: [
    HTTPResponse(problem: "notRateable", status: 422), HTTPResponse(status: 404, body: Data()),
    HTTPResponse(status: 500, body: Data()), HTTPResponse(status: 403, body: Data("<html>".utf8)),
    HTTPResponse(status: 502, body: Data()),
  ])
  func `An order whose form is refused does not keep the others from being asked about`(
    _ response: HTTPResponse
  ) async throws {
    try await device.session { reviews in
      device.server.spoil([RequestFault(reachesServer: true) { _ in .success(response) }]) {
        $0.path.contains("order-3")
      }
      let draft = try await reviews.prompt(among: [.third, .second])
      #expect(draft?.id == "order-2")
    }
  }

  @Test(arguments: [429, 503])
  func `While the service is busy, no other order is asked about`(_ status: Int) async throws {
    try await device.session { reviews in
      let busy = HTTPResponse(status: status, body: Data())
      device.server.spoil([RequestFault(reachesServer: true) { _ in .success(busy) }]) { _ in true }
      await #expect(throws: ReviewError.sync(.fetch(.status(status)))) {
        try await reviews.prompt(among: [.third, .second])
      }
      #expect(device.server.requests.count == 1 && reviews.state.isEmpty)
      let draft = try await reviews.prompt(among: [.third, .second])
      #expect(draft?.id == "order-3")
    }
  }

  @Test(arguments: [false, true])
  func `The newest order is that with the last time, then the last id`(_ isReversed: Bool)
    async throws
  {
    try await device.session { reviews in
      let orders = [
        RatableOrder.sample("order-3", finished: 1_000), .sample("order-1", finished: 3_000),
        .sample("order-2", finished: 3_000),
      ]
      // Of two orders with the same time, every device asks about the same one.
      let draft = try await reviews.prompt(among: isReversed ? orders.reversed() : orders)
      #expect(draft?.id == "order-2")
    }
  }

  @Test func `Without a usable form, the error is that of the newest order`() async throws {
    try await device.session { reviews in
      for scale in [0, 99] {
        device.server.spoil([
          RequestFault(reachesServer: true) { response in
            let text = String(decoding: response.body, as: UTF8.self)
              .replacing(#""scale":5"#, with: #""scale":\#(scale)"#)
            return .success(HTTPResponse(status: response.status, body: Data(text.utf8)))
          }
        ]) { $0.method == .get }
      }
      let unusable = UnusableBody(reason: "a scale of 0 stars")
      await #expect(throws: ReviewError.sync(.fetch(.unusable(unusable)))) {
        try await reviews.prompt(among: [.first, .third])
      }
      #expect(device.server.queuedFaults == 0 && reviews.state.isEmpty)
      let eligibility = try await reviews.eligibility(of: .third)
      #expect(eligibility == .eligible)
    }
  }

  @Test func `A window ends by the server's time and the time since`() async throws {
    try await device.session(rating: .first) { reviews in
      device.clock.jump(by: .seconds(86_399))
      #expect(try await reviews.eligibility(of: .first) == .eligible)
      device.clock.jump(by: .seconds(1))
      #expect(try await reviews.eligibility(of: .first) == .windowOver)
      // Only the server ends a window, so the draft can still be opened and submitted.
      #expect(try await reviews.draft(for: .first) == reviews.state.drafts[0])
      try await reviews.submit("order-1")
      await reviews.settled()
      #expect(device.server.model.reviews["order-1"] != nil)
    }
  }

  private var orders: [RatableOrder] { [.second, .unfinished, .third, .first, .third] }
}
