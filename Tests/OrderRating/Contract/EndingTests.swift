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

struct EndingTests {
  @Test
  func `Without run(), in a canceled task, and without a city, every call ends`() async throws {
    let device = ReviewDevice(.memory)
    let reviews = device.launch()
    for call in edits + fetches { await call.verify(.cityless, on: reviews) }
    device.city.settle(in: .almaty)
    try await reviews.rate(.first)
    try await reviews.attach(.jpeg(), to: RatableOrder.first.id)
    let (drafts, requests) = (reviews.state.drafts, device.server.requests.count)
    for call in edits + fetches { await call.verify(.cancelled, on: reviews) }
    #expect(reviews.state.drafts == drafts && reviews.state.pending.isEmpty)
    #expect(device.server.requests.count == requests)
    for call in edits + fetches { await call.verify(.notRunning, on: reviews) }
    #expect(reviews.state.pending.map(\.reason) == [.notRunning])
  }

  @Test func `A form that is canceled while it is asked for says so`() async throws {
    let device = ReviewDevice(.memory)
    try await device.session { reviews in
      device.server.fault = .silent
      for call in fetches {
        let failure = await call.failureWhenCancelled(on: reviews) {
          await device.server.holdsRequest()
        }
        #expect(failure == .sync(.cancelled))
      }
      device.server.fault = nil
      _ = try await reviews.prompt(among: [.second])
      #expect(reviews.state.drafts.map(\.id) == [RatableOrder.second.id])
    }
  }

  private typealias Call = EndingCall<any OrderReviews, ReviewError>

  /// The calls that send a request.
  private var fetches: [Call] {
    [
      Call("prompt", cityless: .failure(.sync(.noCity)), cancelled: .failure(.sync(.cancelled))) {
        _ = try await $0.prompt(among: [.second])
      },
      Call("open", cityless: .failure(.sync(.noCity)), cancelled: .failure(.sync(.cancelled))) {
        _ = try await $0.draft(for: .third)
      },
    ]
  }

  /// The calls without a request; their subject has a draft of the first order if a city is settled.
  private var edits: [Call] {
    let order = RatableOrder.first.id
    func call(
      _ name: String, notRunning: Call.Ending = .success, cityless: Call.Ending = .success,
      _ body: @escaping @Sendable (any OrderReviews) async throws -> Void
    ) -> Call {
      Call(
        name, notRunning: notRunning, cityless: cityless, cancelled: .failure(.sync(.cancelled)),
        body)
    }
    return [
      Call("eligibility") { _ = try await $0.eligibility(of: .first) },
      call("edit", cityless: .failure(.noDraft(order))) {
        try await $0.edit(order) { draft throws(ReviewError) in
          try draft.setStars(5, of: "food")
        }
      },
      call("attach", cityless: .failure(.noDraft(order))) {
        try await $0.attach(.jpeg(), to: order)
      },
      Call("bytes", cityless: .any) {
        for photo in $0.state.drafts.flatMap(\.photos) { _ = try await $0.bytes(of: photo) }
      },
      call("remove", cityless: .any) {
        for photo in $0.state.drafts.flatMap(\.photos) {
          try await $0.remove(photo.id, from: order)
        }
      },
      call("submit", cityless: .failure(.noDraft(order))) { try await $0.submit(order) },
      call("withdraw", cityless: .failure(.notWaiting(order))) { try await $0.withdraw(order) },
      call("submit again", cityless: .failure(.noDraft(order))) { try await $0.submit(order) },
      call("skip") { try await $0.skip("order-4") },
      call(
        "dismiss", notRunning: .failure(.unknownNotice("none")),
        cityless: .failure(.unknownNotice("none"))
      ) { try await $0.dismiss("none") },
    ]
  }
}
