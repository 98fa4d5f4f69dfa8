import Commerce
import Foundation
import OrderRating
import OrderRatingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct BadInputTests {
  private let device = ReviewDevice()

  @Test func `Too long a comment is kept and not sent, and says by how much`() async throws {
    // Each letter has two Unicode scalars, and the limit counts scalars.
    let long = String(repeating: "e\u{301}", count: 100) + "!"
    try await device.session(rating: .first) { reviews in
      try await reviews.edit("order-1") { $0.comment = long }
      await #expect(throws: ReviewError.incomplete([.commentTooLong(by: 1)])) {
        try await reviews.submit("order-1")
      }
    }
    try await device.session { reviews in
      #expect(try await reviews.draft(for: .first).comment == long)
      try await reviews.edit("order-1") { $0.comment = String($0.comment.dropLast()) }
      try await reviews.submit("order-1")
      await reviews.settled()
      #expect(device.server.model.reviews["order-1"]?.comment?.unicodeScalars.count == 200)
    }
  }

  @Test func `A comment with control characters is kept and not sent`() async throws {
    try await device.session(rating: .first) { reviews in
      for bad in ["\u{0}", "a\u{1B}[2J", "\u{7F}", "\u{9B}"] {
        try await reviews.edit("order-1") { $0.comment = bad }
        await #expect(throws: ReviewError.incomplete([.commentHasControlCharacters])) {
          try await reviews.submit("order-1")
        }
        #expect(try await reviews.draft(for: .first).comment == bad)
      }
      try await reviews.edit("order-1") { $0.comment = "two\r\nlines\tand a tab" }
      try await reviews.submit("order-1")
      await reviews.settled()
      #expect(device.server.model.reviews["order-1"]?.comment == "two\r\nlines\tand a tab")
    }
  }

  @Test func `Stars, subjects and tags that the form does not have are refused`() async throws {
    try await device.session(rating: .first, 3) { reviews in
      let before = try await reviews.draft(for: .first)
      for stars in [Int.min, 0, 6, Int.max] {
        await #expect(throws: ReviewError.badStars(stars, allowed: 1...5)) {
          try await reviews.edit("order-1") { draft throws(ReviewError) in
            draft.comment = "lost?"
            try draft.setStars(stars, of: "food")
          }
        }
      }
      await #expect(throws: ReviewError.unknownSubject("restaurant")) {
        try await reviews.edit("order-1") { draft throws(ReviewError) in
          try draft.setStars(3, of: "restaurant")
        }
      }
      for (tag, subject) in [("tasty", "food"), ("late", "courier"), ("cold", "nothing")] {
        await #expect(throws: ReviewError.unknownTag(tag)) {
          try await reviews.edit("order-1") { draft throws(ReviewError) in
            try draft.setTag(tag, isChosen: true, of: subject)
          }
        }
      }
      #expect(try await reviews.draft(for: .first) == before)

      try await reviews.attach(.jpeg(), to: "order-1")
      try await reviews.edit("order-1") { $0 = before }
      #expect(try await reviews.draft(for: .first).photos.count == 1)
      let other = try await reviews.draft(for: .second)
      await #expect(throws: ReviewError.noDraft("order-2")) {
        try await reviews.edit("order-1") { $0 = other }
      }
    }
  }

  @Test func `An id that would lead elsewhere is no order's`() async throws {
    try await device.session { reviews in
      let long = String(repeating: "1", count: 65)
      for id in ["", "..", ".", "a/b", "1?x=2", "заказ", "a b", "%2e", "a\n", long] {
        await #expect(throws: ReviewError.badOrder(id)) {
          try await reviews.draft(for: .sample(id, finished: 1))
        }
      }
      let never = Date(timeIntervalSinceReferenceDate: .nan)
      let timeless = RatableOrder("o", .pickup, lines: [], finishedAt: never)
      await #expect(throws: ReviewError.badOrder("o")) {
        try await reviews.draft(for: timeless)
      }
      #expect(device.server.requests.isEmpty)
    }
  }

  @Test func `An order with two lines of one id, or with many and long ones, can be rated`()
    async throws
  {
    let lines = [RatableOrder.Line("l-1", name: "A"), .init("l-1", name: "B")]
    let name = String(repeating: "n", count: 500)
    let many = (1...200).map { RatableOrder.Line("\($0)", name: name) }
    for (lines, subjects) in [
      (lines, ["food", "courier", "line:l-1"]), (many, ["food", "courier"]),
    ] {
      let device = ReviewDevice()
      let order = RatableOrder("order-1", .delivery, lines: lines, finishedAt: .now)
      try await device.session(rating: order) { reviews in
        #expect(try await reviews.draft(for: order).form.subjects.map(\.id) == subjects)
        try await reviews.submit(order.id)
        await reviews.settled()
        #expect(device.server.model.reviews["order-1"] != nil)
      }
    }
  }
}
