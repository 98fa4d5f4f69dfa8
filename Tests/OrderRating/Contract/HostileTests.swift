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
  @Test(arguments: Backing.allCases)
  func `A review that is answered by anything but the service is sent again, and counts once`(
    _ backing: Backing
  ) async throws {
    let device = ReviewDevice(backing)
    try await device.session { reviews in
      for (order, path) in [
        (RatableOrder.first, "/review"), (RatableOrder.second, "/v1/review-photos"),
      ] {
        try await reviews.rate(order)
        try await reviews.attach(.jpeg(64, UInt8(path.count)), to: order.id)
        device.server.intercept(HostileAnswer.all) {
          $0.method != .get && $0.path.contains(path)
        }
        try await reviews.submit(order.id)
        let state = await reviews.when { state in
          state.pending.isEmpty || !state.notices.isEmpty || !device.gate.isOpen
        }
        // A fetch may show the outcome of a request that has reached the service.
        #expect(device.server.queuedFaults <= HostileAnswer.all.count / 2 + 1, "\(path)")
        #expect(state.notices.isEmpty && device.gate.isOpen, "\(path)")
        #expect(device.server.model.reviews[order.id]?.photos.count == 1, "\(path)")
      }
      #expect(device.server.model.arrivals.count == 4)
    }
    #expect(Set(device.server.requests.compactMap(\.idempotencyKey)).count == 4)
  }

  @Test(arguments: Backing.allCases)
  func `A form that is answered by anything but the service can be asked for again`(
    _ backing: Backing
  ) async throws {
    let device = ReviewDevice(backing)
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
