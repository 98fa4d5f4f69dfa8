import Foundation
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite("Two reviews on one directory", .temporaryDirectory)
struct TwoReviewsTests {
  private let server = ReviewServerDouble()
  private let gate = Gate()
  private let city: SettledCity
  private let ids = DeviceFolder()

  init() { city = SettledCity(gate: gate) }

  @Test
  func `The second one is refused while the first lives, and no review is lost`() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    city.settle(in: .almaty)
    let first = reviews(in: directory)
    try await first.rate(.first)
    gate.close(for: .offline)
    try await first.submit("order-1")

    let second = reviews(in: directory)
    // The task is canceled below, so if the second reviews run, the test fails and does not hang.
    let running = Task { try await second.run() }
    await expectRefusal { _ = try await second.eligibility(of: .first) }
    await expectRefusal { try await second.submit("order-1") }
    running.cancel()
    await expectRefusal { try await running.value }
    #expect(try await first.eligibility(of: .first) == .submitted)
    directory.close()

    let restarted = reviews(in: StorageDirectory(TemporaryDirectory.url))
    #expect(try await restarted.eligibility(of: .first) == .submitted)
    #expect(restarted.state.pending.map(\.id) == ["order-1"])
  }

  private func reviews(in directory: StorageDirectory) -> any OrderReviews {
    OrderRatingFactory.makeReviews(
      in: FeatureEnvironment(
        transport: server, directory: directory, city: city, clock: InstantClock(),
        makeID: ids.nextID))
  }

  private func expectRefusal(_ body: () async throws -> Void) async {
    let error = await #expect(throws: ReviewError.self) { try await body() }
    guard case .sync(.storage(.inUse))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
