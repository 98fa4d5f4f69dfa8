import Foundation
import Networking
import NetworkingTestSupport
import OrderRating
import StorageTestSupport
import Sync
import Testing

extension OrderReviewsContract {
  private typealias Call = EndingCall<any OrderReviews, ReviewError>

  /// The calls that ask the server.
  private var asking: [Call] {
    [
      Call("prompt", cityless: .failure(.noCity), cancelled: .failure(.cancelled)) {
        _ = try await $0.prompt(among: [.second])
      },
      Call("open", cityless: .failure(.noCity), cancelled: .failure(.cancelled)) {
        _ = try await $0.open(.third)
      },
    ]
  }

  /// The calls that write, on a draft of the first order where a city was entered.
  private var writing: [Call] {
    let order = RatableOrder.first.id
    return [
      Call("eligibility") { _ = try await $0.eligibility(of: .first) },
      Call("edit", cityless: .failure(.noDraft(order))) {
        try await $0.edit(order) { draft throws(ReviewError) in
          try draft.setStars(5, of: "food")
        }
      },
      Call("attach", cityless: .failure(.noDraft(order))) {
        try await $0.attach(.jpeg(), to: order)
      },
      Call("bytes", cityless: .any) {
        for photo in $0.state.drafts.flatMap(\.photos) { _ = try await $0.bytes(of: photo) }
      },
      Call("remove", cityless: .any) {
        for photo in $0.state.drafts.flatMap(\.photos) {
          try await $0.remove(photo.id, from: order)
        }
      },
      Call("submit", cityless: .failure(.noDraft(order))) { try await $0.submit(order) },
      Call("takeBack", cityless: .failure(.notWaiting(order))) { try await $0.takeBack(order) },
      Call("submit again", cityless: .failure(.noDraft(order))) { try await $0.submit(order) },
      Call("skip") { try await $0.skip("order-4") },
      Call(
        "dismiss", notRunning: .failure(.unknownNotice("none")),
        cityless: .failure(.unknownNotice("none")), cancelled: .failure(.unknownNotice("none"))
      ) { try await $0.dismiss("none") },
    ]
  }

  func endsWithoutRun(_ device: some ReviewDevice) async throws {
    let reviews = device.launch()
    await reviews.enter(.almaty)
    _ = try await reviews.open(.first)
    for call in writing + asking { await call.verify(.notRunning, on: reviews) }
    #expect(reviews.state.waiting.map(\.reason) == [.notRunning])
  }

  func endsWithoutCity(_ device: some ReviewDevice) async throws {
    try await device.session(in: nil) { reviews in
      for call in writing + asking { await call.verify(.cityless, on: reviews) }
    }
  }

  func endsCancelled(_ device: some ReviewDevice) async throws {
    try await device.session { reviews in
      _ = try await reviews.open(.first)
      device.gate.close(for: .offline)
      for call in writing { await call.verify(.cancelled, on: reviews) }
      #expect(reviews.state.waiting.map(\.review.id) == [RatableOrder.first.id])
      device.gate.open(for: .offline)
      await reviews.settled()
      for call in asking { await call.verify(.cancelled, on: reviews) }
      #expect(reviews.state.drafts.isEmpty)
    }
  }

  func endsLate(_ device: some ReviewDevice) async throws {
    try await device.session { reviews in
      device.server.isSilent = true
      for call in asking {
        let failure = await call.failureWhenCancelled(on: reviews) {
          await device.server.holdsRequest()
        }
        #expect(failure == .cancelled)
      }
      device.server.isSilent = false
      _ = try await reviews.prompt(among: [.second])
      #expect(reviews.state.drafts.map(\.id) == [RatableOrder.second.id])
    }
  }

  func runEnds(_ device: some ReviewDevice) async throws {
    let reviews = device.launch()
    for moment in 0..<3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        if moment == 0 { group.cancelAll() }
        group.addTask { try await reviews.run() }
        if moment == 2 {
          await reviews.enter(.almaty)
          try await reviews.rate(.first)
          device.server.isSilent = true
          try await reviews.submit(RatableOrder.first.id)
          await device.server.holdsRequest()
        }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    device.server.isSilent = false
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      await reviews.settled()
      group.cancelAll()
      try await group.waitForAll()
    }
    #expect(try await reviews.eligibility(of: .first) == .rated)
  }
}
