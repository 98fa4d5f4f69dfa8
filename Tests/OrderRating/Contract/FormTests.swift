import Commerce
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

struct FormTests {
  private let device = ReviewDevice(.memory)

  @Test func `A form asks what goes with the fulfillment, and about the lines`() async throws {
    device.server.change { $0.rules.tags.append(.init("any", "Any", kinds: nil, 2...9)) }
    try await device.session { reviews in
      let delivery = try await reviews.draft(for: .first).form
      #expect(delivery.subjects.map(\.id) == ["food", "courier", "line:l-1", "line:l-2"])
      #expect(delivery.subjects.map(\.kind) == [.food, .courier, .line, .line])
      #expect(delivery.subjects.map(\.title) == ["Food", "Courier", "Margherita", "Cola"])
      #expect(delivery.subjects.map(\.isRequired) == [true, false, false, false])
      #expect(
        delivery.subjects.prefix(3).map { $0.tags.map(\.id) }
          == [["cold", "burnt", "tasty", "any"], ["late", "kind", "any"], ["again", "any"]])
      let tag = try #require(delivery.subjects[2].tags.last)
      #expect(tag.title == "Any" && tag.stars == 2...9)
      #expect(delivery.scale == 5 && delivery.commentLimit == 200 && delivery.photoLimit == 3)
      let closesAt = Double(ReviewServerModel.sample.now + 86_400)
      #expect(delivery.closesAt == Date(timeIntervalSince1970: closesAt))
      let pickup = try await reviews.draft(for: .second).form
      #expect(pickup.subjects.map(\.id) == ["food", "restaurant", "line:l-1", "line:l-2"])
      device.server.change { $0.orders["order-3"]?.lines = ["l-2"] }
      let part = try await reviews.draft(for: .third).form
      #expect(part.subjects.map(\.id) == ["food", "courier", "line:l-2"])
    }
  }

  @Test func `A form is used without its odd subjects, tags and limits`() async throws {
    let plain = ["food", "courier", "line:l-1", "line:l-2"]
    let tags = ["cold", "burnt", "tasty"]
    let spoilings: [([String], [String], @Sendable (inout FormRules) -> Void)] = [
      (plain, tags, { ($0.commentLimit, $0.photoLimit) = (-1, -1) }),
      (plain, ["burnt", "tasty"], { ($0.tags[0].from, $0.tags[0].to) = (3, 2) }),
      (plain, tags, { $0.tags.append(.init("cold", "Twice", kinds: nil, 1...5)) }),
      (plain, tags, { $0.subjects.append(.init("food", "Twice", required: false)) }),
      (["line:l-1", "courier", "line:l-2"], tags, { $0.subjects[0].id = "line:l-1" }),
      (
        plain + ["drinks"], tags,
        { $0.subjects.insert(.init("drinks", "D", required: true), at: 3) }
      ),
    ]
    for (subjects, tags, spoil) in spoilings {
      let device = ReviewDevice(.memory)
      device.server.change { spoil(&$0.rules) }
      try await device.session { reviews in
        let form = try await reviews.draft(for: .first).form
        #expect(Set(form.subjects.map(\.id)) == Set(subjects))
        #expect(form.subjects.count == subjects.count)
        #expect(form.subjects[0].tags.map(\.id) == tags && form.subjects[0].title == "Food")
        #expect(form.commentLimit >= 0 && form.photoLimit >= 0)
      }
    }
  }

  @Test func `An element of a form that cannot be read harms no other one`() async throws {
    var model = ReviewServerModel.sample
    let form = model.answer(HTTPRequest(.get, "/v1/orders/order-1/rating-form", in: .almaty))
    let text = String(decoding: form.body, as: UTF8.self)
    for (old, new, lost) in [
      (#""id":"courier","kind""#, #""id":-5,"kind""#, "courier"),
      (#""title":"Courier""#, #""title":null"#, "courier"), (#""l-1""#, "7", "line:l-1"),
      (#""from":1,"id":"cold""#, #""from":"1","id":"cold""#, ""),
      (#""photoLimit":3"#, #""photoLimit":null"#, ""),
    ] {
      let device = ReviewDevice(.memory)
      #expect(text.contains(old), "\(old)")
      device.server.change { $0.formBody = Data(text.replacing(old, with: new).utf8) }
      try await device.session(rating: .first) { reviews in
        let subjects = try await reviews.draft(for: .first).form.subjects
        #expect(
          subjects.map(\.id) == ["food", "courier", "line:l-1", "line:l-2"].filter { $0 != lost })
        #expect(subjects[0].tags.map(\.id).suffix(2) == ["burnt", "tasty"])
        try await reviews.submit("order-1")
        await reviews.settled()
        #expect(device.server.model.reviews["order-1"]?.marks.map(\.subject) == ["food"])
      }
    }
  }

  @Test func `A form without a usable scale or a subject says so, and is no draft`() async throws {
    let reasons: [(String, @Sendable (inout ReviewServerModel) -> Void)] = [
      ("a scale of 0 stars", { $0.rules.scale = 0 }),
      ("a scale of -1 stars", { $0.rules.scale = -1 }),
      ("a scale of 11 stars", { $0.rules.scale = 11 }),
      (
        "nothing to rate",
        { model in
          model.rules.subjects = []
          model.orders["order-1"]?.lines = ["l-9"]
        }
      ),
    ]
    try await device.session { reviews in
      for (reason, spoil) in reasons {
        device.server.change { model in
          model.rules = FormRules()
          spoil(&model)
        }
        let error = ReviewError.sync(.fetch(.unusable(UnusableBody(reason: reason))))
        await #expect(throws: error) { try await reviews.draft(for: .first) }
      }
      #expect(reviews.state.isEmpty)
    }
  }

  @Test func `What is no form of the order is an error, and asked for again`() async throws {
    var model = ReviewServerModel.sample
    let other = model.answer(HTTPRequest(.get, "/v1/orders/order-2/rating-form", in: .almaty))
    let texts = ["", "[]", "{\"scale\":\"five\"}", String(repeating: "[", count: 5_000)]
    try await device.session { reviews in
      for body in texts.map({ Data($0.utf8) }) + [other.body] {
        device.server.change { $0.formBody = body }
        let error = await #expect(throws: ReviewError.self) { try await reviews.draft(for: .first) }
        guard case .sync(.fetch(.unusable(let found)))? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect((found.reason == "a form of another order") == (body == other.body))
      }
      await #expect(throws: ReviewError.self) { try await reviews.prompt(among: [.first]) }
      #expect(reviews.state.isEmpty)
      device.server.change { $0.formBody = nil }
      let draft = try await reviews.prompt(among: [.first])
      #expect(draft?.id == "order-1")
    }
  }

  @Test func `An id that is a number in the form is the same id as its text`() async throws {
    var model = ReviewServerModel.sample
    let order = RatableOrder(
      "7", .delivery, lines: [.init("8", name: "Cola")], finishedAt: RatableOrder.first.finishedAt)
    model.add(order)
    let form = model.answer(HTTPRequest(.get, "/v1/orders/7/rating-form", in: .almaty))
    let text = String(decoding: form.body, as: UTF8.self)
      .replacing(#""7""#, with: "7").replacing(#""8""#, with: "8")
    device.server.change { server in
      server.add(order)
      server.formBody = Data(text.utf8)
    }
    try await device.session { reviews in
      let form = try await reviews.draft(for: order).form
      #expect(form.subjects.last?.id == "line:8")
    }
  }

  @Test func `The smallest and the largest numbers of a form are accepted`() async throws {
    device.server.change { model in
      (model.rules.scale, model.rules.commentLimit, model.rules.photoLimit) = (1, 0, 0)
      (model.rules.tags[0].from, model.rules.tags[0].to) = (3, 3)
    }
    try await device.session { reviews in
      let least = try await reviews.draft(for: .first).form
      #expect(least.scale == 1 && least.commentLimit == 0 && least.photoLimit == 0)
      #expect(least.subjects[0].tags[0].stars == 3...3)
      device.server.change { model in
        (model.rules.scale, model.rules.photoLimit, model.rules.subjects) = (10, 1_000, [])
      }
      let most = try await reviews.draft(for: .third).form
      #expect(most.scale == 10 && most.photoLimit == ReviewLimits.photos)
      #expect(most.subjects.map(\.id) == ["line:l-1", "line:l-2"])
    }
  }
}
