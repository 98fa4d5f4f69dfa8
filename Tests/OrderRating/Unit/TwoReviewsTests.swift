import Foundation
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite("Two reviews on one directory")
struct TwoReviewsTests {
  private let device = ReviewDevice()

  @Test
  func `The second one is refused while the first lives, and no review is lost`() async throws {
    let directory = StorageDirectory(device.directory)
    device.city.settle(in: .almaty)
    let first = reviews(in: directory)
    try await first.rate(.first)
    device.gate.close(for: .offline)
    try await first.submit("order-1")

    let second = reviews(in: directory)
    await expectRefused(
      where: isInUse, run: second.run, { _ = try await second.eligibility(of: .first) },
      { try await second.submit("order-1") })
    #expect(try await first.eligibility(of: .first) == .submitted)
    directory.close()

    let restarted = reviews(in: StorageDirectory(device.directory))
    #expect(try await restarted.eligibility(of: .first) == .submitted)
    #expect(restarted.state.pending.map(\.id) == ["order-1"])
  }

  private func reviews(in directory: StorageDirectory) -> any OrderReviews {
    OrderRatingFactory.makeReviews(in: device.environment(sharing: directory))
  }

  private func isInUse(_ error: ReviewError) -> Bool {
    if case .sync(.storage(.inUse)) = error { true } else { false }
  }
}
