import Networking
import NetworkingTestSupport
import OrderRatingTestSupport
import Storage
import Synchronization
import Testing

@testable import OrderRating
@testable import Sync

@Suite("The model of the reviews")
struct RatingModelTests {
  private let transport = OneProblem()

  private func model() -> RatingModel {
    RatingModel(
      server: ReviewServer(transport: transport), files: StoredRatingFiles(in: .inMemory()))
  }

  private func draft(edition: Int) -> ReviewDraft {
    var draft = ReviewDraft(ReviewDraftTests.form, reviewID: "r")
    draft.edition = edition
    return draft
  }

  @Test func `A review that was withdrawn while its turn came is not sent`() async {
    var ratings = Ratings()
    ratings.editions["r"] = 2
    let outgoing = OutgoingChange(
      change: ReviewChange.review(draft(edition: 1)), key: "key", serverIDs: [:], id: 1)

    guard case .applied = await model().send(outgoing, on: ratings, in: .almaty) else {
      Issue.record("it stays in the queue")
      return
    }
    #expect(transport.requests == 0)
  }

  @Test func `An order whose review was applied before a restart is rated`() {
    var ratings = Ratings()
    let review = draft(edition: 1)
    ratings[review.id].draft = review
    let item = OutboxItem(
      id: 1, lane: ReviewChange.review(review).lane, change: ReviewChange.review(review),
      mayBeApplied: false, failures: 0, reason: .applied, refusal: nil)

    let resolutions = model().reconcile(
      &ratings, with: OptimisticSnapshot(base: ratings, pending: [item]))

    #expect(resolutions.isEmpty)
    #expect(ratings[review.id].draft == nil && ratings[review.id].standing == .rated)
  }

  @Test(arguments: [404, 410])
  func `A photo is lost only if the service does not know the photo`(_ status: Int) async {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    let outgoing = OutgoingChange(
      change: ReviewChange.photo(photo, of: "order-1"), key: "key", serverIDs: [:], id: 1)
    for (code, isLost) in [("unknownOrder", false), ("unknownPhoto", true)] {
      transport.answer = HTTPResponse(problem: code, status: status)
      switch await model().send(outgoing, on: Ratings(), in: .almaty) {
      case .rejected(.lostPhoto, _): #expect(isLost)
      case .tryLater: #expect(!isLost)
      default: Issue.record("\(code) is another answer")
      }
    }
  }
}

/// A server with one answer.
private final class OneProblem: Transport {
  private let state = Mutex((answer: HTTPResponse(problem: "trouble", status: 500), requests: 0))

  var requests: Int { state.withLock { $0.requests } }
  var answer: HTTPResponse {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    state.withLock { state in
      state.requests += 1
      return state.answer
    }
  }
}
