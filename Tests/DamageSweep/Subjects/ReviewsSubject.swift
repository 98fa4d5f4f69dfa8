import Foundation
import Networking
import NetworkingTestSupport
import OrderRating
import OrderRatingTestSupport
import Sandbox
import Sync

/// Drafts, skipped and refused reviews, and pending reviews with photos.
struct ReviewsSubject: Subject {
  let name = "OrderRating"

  private static let fourth = RatableOrder.sample("order-5", finished: 5_000)
  private static let fifth = RatableOrder.sample("order-6", finished: 6_000)

  func makeServer() -> ReviewServerDouble {
    let server = ReviewServerDouble()
    server.change { model in
      // Every record contains the form, so a short one keeps the files small.
      model.rules.tags = []
      model.add(Self.fourth)
      model.add(Self.fifth)
    }
    return server
  }

  func copy(of server: ReviewServerDouble) -> ReviewServerDouble {
    ReviewServerDouble(server.model)
  }

  func launch(_ launch: Launch, _ server: ReviewServerDouble) -> any OrderReviews {
    launch.environment(server).makeOrderReviews()
  }

  var steps: [Step] {
    [
      { reviews, server, _ in
        server.change { $0.refusesReviews = "closed for a while" }
        try await reviews.rate(Self.fourth, 1)
        try await reviews.submit(Self.fourth.id)
      },
      { _, server, _ in server.change { $0.refusesReviews = nil } },
      { reviews, _, _ in
        try await reviews.rate(Self.fifth, 3)
        try await reviews.submit(Self.fifth.id)
      },
      { reviews, _, _ in
        try await reviews.rate(.first, 4)
        try await reviews.edit(RatableOrder.first.id) { $0.comment = "Crisp, and warm" }
      },
      { reviews, _, _ in try await reviews.attach(.jpeg(40, 1), to: RatableOrder.first.id) },
      { reviews, _, _ in try await reviews.attach(.jpeg(50, 2), to: RatableOrder.first.id) },
      { reviews, _, _ in
        try await reviews.rate(.second, 2)
        try await reviews.edit(RatableOrder.second.id) { $0.comment = "Late" }
      },
      { reviews, _, _ in try await reviews.attach(.jpeg(60, 3), to: RatableOrder.second.id) },
      { reviews, _, _ in try await reviews.skip(RatableOrder.third.id) },
      { _, _, launch in launch.gate.close(for: .offline) },
      { reviews, _, _ in try await reviews.submit(RatableOrder.first.id) },
    ]
  }

  func run(_ reviews: any OrderReviews, _ launch: Launch) async {
    await launch.insist { try await reviews.run() }
  }

  func view(_ reviews: any OrderReviews, _ launch: Launch) async -> View {
    var view: View = [:]
    for order in [RatableOrder.first, .second, .third, Self.fourth, Self.fifth] {
      let eligibility = await launch.insist { try await reviews.eligibility(of: order) }
      view["eligibility \(order.id)"] = eligibility.map { "\($0)" }
    }
    let state = reviews.state
    func text(_ draft: ReviewDraft) -> String {
      let marks = draft.ratings.sorted { $0.key < $1.key }.map { "\($0) \($1.stars) \($1.tags)" }
      return "\(draft.comment) \(marks) \(draft.photos.map(\.id))"
    }
    for draft in state.drafts { view["draft \(draft.id)"] = text(draft) }
    for waiting in state.pending {
      view["waiting \(waiting.id)"] =
        "\(text(waiting.review)) left \(waiting.photosLeft.map(\.id)) \(waiting.reason)"
    }
    for notice in state.notices { view["notice \(notice.order) \(notice.id)"] = "\(notice.cause)" }
    for photo in (state.drafts + state.pending.map(\.review)).flatMap(\.photos) {
      do {
        let bytes = try await reviews.bytes(of: photo)
        view["photo \(photo.id)"] = "\(bytes.count) \(bytes.last ?? 0)"
      } catch {
        launch.report(error)
      }
    }
    return view
  }

  func arrivals(at server: ReviewServerDouble) -> View {
    let model = server.model
    var view: View = [:]
    for (order, review) in model.reviews {
      let marks = review.marks.map { "\($0.subject) \($0.stars)" }.joined(separator: " ")
      let photos = review.photos.map { id in
        let photo = model.photos[id]
        return "\(id) \(photo?.count ?? 0) \(photo?.last ?? 0)"
      }
      view["server \(order)"] =
        "\(review.comment ?? "") \(marks) \(photos) ×\(model.arrivals.count { $0 == order })"
    }
    return view
  }

  func requests(at server: ReviewServerDouble) -> [HTTPRequest] { server.requests }

  /// The repositories of the photos.
  private static let photos: Set<String> = ["review-photo-1", "review-photo-2", "review-photo-3"]

  /// The repositories that refer to each photo, because a photo without a reference is removed.
  var dependencies: [String: Set<String>] {
    Dictionary(
      uniqueKeysWithValues: Self.photos.map { ($0, ["order-ratings", "order-reviews"]) })
  }

  func sources(of piece: String) -> Set<String> {
    switch piece.split(separator: " ").first {
    case "draft": return ["order-ratings"]
    case "waiting": return ["order-reviews"]
    case "notice": return Self.photos.union(["order-reviews", "order-ratings"])
    case "eligibility": return ["order-ratings", "order-reviews"]
    case "server": return Self.photos.union(["order-reviews"])
    default: return Self.photos.union(["order-ratings", "order-reviews"])
    }
  }

  func told(by piece: String, _ text: String) -> Set<String> {
    piece.hasPrefix("notice ") && text.hasPrefix("photoLost") ? Self.photos : []
  }
}
