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

  @Test func `A form that contradicts itself names the contradiction, and is no draft`()
    async throws
  {
    let spoilings: [(FormProblem, @Sendable (inout FormRules) -> Void)] = [
      (.badScale(0), { $0.scale = 0 }), (.badScale(-1), { $0.scale = -1 }),
      (.badScale(11), { $0.scale = 11 }), (.negativeLimit, { $0.commentLimit = -1 }),
      (.negativeLimit, { $0.photoLimit = -1 }),
      (.tagWithoutStars, { ($0.tags[0].from, $0.tags[0].to) = (3, 2) }),
      (.repeatedTag("cold"), { $0.tags.append($0.tags[0]) }),
      (.repeatedSubject("food"), { $0.subjects.append($0.subjects[0]) }),
      (.repeatedSubject("line:l-1"), { $0.subjects[0].id = "line:l-1" }),
    ]
    try await device.session { reviews in
      for (problem, spoil) in spoilings {
        device.server.change { model in
          model.rules = FormRules()
          spoil(&model.rules)
        }
        await #expect(throws: ReviewError.badForm(problem)) { try await reviews.draft(for: .first) }
      }
      device.server.change { model in
        model.rules.subjects = []
        model.orders["order-1"]?.lines = []
      }
      await #expect(throws: ReviewError.badForm(.nothingToRate)) {
        try await reviews.draft(for: .first)
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
        switch error {
        case .badForm(.anotherOrder)?: #expect(body == other.body)
        case .sync(.fetch(.unusable))?: #expect(body != other.body)
        default: Issue.record("\(String(describing: error))")
        }
      }
      await #expect(throws: ReviewError.self) { try await reviews.prompt(among: [.first]) }
      #expect(reviews.state.isEmpty)
      device.server.change { $0.formBody = nil }
      let draft = try await reviews.prompt(among: [.first])
      #expect(draft?.id == "order-1")
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
