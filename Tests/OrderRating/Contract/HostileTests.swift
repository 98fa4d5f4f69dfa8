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

struct HostileTests {
  private let device = ReviewDevice(.memory)

  @Test
  func `A review that is answered by anything but the service is sent again, and counts once`()
    async throws
  {
    try await device.session { reviews in
      for (number, (order, path)) in [
        (RatableOrder.first, "/review"), (.second, "/v1/review-photos"),
      ].enumerated() {
        try await reviews.rate(order)
        try await reviews.attach(.jpeg(64, UInt8(number)), to: order.id)
        // The review and the photo meet a part of the answers, because each answer costs an attempt.
        let answers = HostileAnswer.all.enumerated().filter { $0.offset % 2 == number }.map(
          \.element)
        device.server.intercept(answers) { $0.method != .get && $0.path.contains(path) }
        try await reviews.submit(order.id)
        let state = await reviews.when { state in
          state.pending.isEmpty || !state.notices.isEmpty || !device.gate.isOpen
        }
        // A fetch may show the outcome of a request that has reached the service.
        #expect(device.server.queuedFaults <= answers.count / 2 + 1, "\(path)")
        #expect(state.notices.isEmpty && device.gate.isOpen, "\(path)")
        #expect(device.server.model.reviews[order.id]?.photos.count == 1, "\(path)")
      }
      #expect(device.server.model.arrivals.count == 4)
    }
    #expect(Set(device.server.requests.compactMap(\.idempotencyKey)).count == 4)
  }

  @Test
  func `A form that is answered by anything but the service can be asked for again`() async throws {
    try await device.session { reviews in
      for answer in HostileAnswer.all {
        device.server.intercept([answer]) { $0.method == .get }
        await #expect(throws: ReviewError.self, "\(answer.testDescription)") {
          try await reviews.draft(for: .first)
        }
        #expect(device.server.queuedFaults == 0)
        let eligibility = try await reviews.eligibility(of: .first)
        #expect(eligibility == .eligible && device.gate.isOpen, "\(answer.testDescription)")
      }
      _ = try await reviews.draft(for: .first)
    }
  }
}
