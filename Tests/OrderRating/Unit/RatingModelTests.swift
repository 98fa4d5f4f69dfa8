import Foundation
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

  private func model(
    _ files: StoredRatingFiles = StoredRatingFiles(in: .inMemory())
  ) -> RatingModel {
    RatingModel(server: ReviewServer(transport: transport), files: files)
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
      change: ReviewChange.review(draft(edition: 1)), key: "key", serverIDs: [:], id: 1,
      mayBeApplied: false)

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

  private func item(
    _ change: ReviewChange?, _ id: Int = 1, reason: WaitReason = .ready,
    mayBeApplied: Bool = false, refusal: ChangeRefusal<ReviewRejection>? = nil
  ) -> OutboxItem<ReviewChange> {
    OutboxItem(
      id: id, lane: change?.lane ?? Lane("review", "\(id)"), change: change,
      mayBeApplied: mayBeApplied, failures: 0, reason: reason, refusal: refusal)
  }

  @Test func `A withdrawn review is discarded, unless the server may have it`() {
    for mayBeApplied in [false, true] {
      var ratings = Ratings()
      ratings[draft(edition: 2).id].draft = draft(edition: 2)
      let item = item(.review(draft(edition: 1)), mayBeApplied: mayBeApplied)

      let resolutions = model().reconcile(
        &ratings, with: OptimisticSnapshot(base: ratings, pending: [item]))

      #expect(resolutions == (mayBeApplied ? [] : [.discard(1)]))
      #expect(ratings.editions == ["r": 2])
      #expect(ratings[draft(edition: 2).id].draft == draft(edition: 2))
    }
  }

  @Test func `A draft that a crash has left is removed, and the order is not rated yet`() {
    var ratings = Ratings()
    let review = draft(edition: 0)
    ratings[review.id].draft = review

    let resolutions = model().reconcile(
      &ratings, with: OptimisticSnapshot(base: ratings, pending: [item(.review(review))]))

    #expect(resolutions.isEmpty && ratings[review.id].draft == nil)
    #expect(ratings[review.id].standing == .open)
  }

  @Test func `A refused photo is discarded after its notice is stored`() {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    let refused = item(.photo(photo, of: "order-1"), refusal: .rejected(.lostPhoto))
    var ratings = Ratings()
    for (isStored, resolutions) in [
      (true, []), (false, []), (true, [Resolution<ReviewChange>.discard(1)]),
    ] {
      let found = model().reconcile(
        &ratings, with: OptimisticSnapshot(base: ratings, isStored: isStored, pending: [refused]))
      #expect(found == resolutions)
      #expect(ratings["order-1"].photoNotices == [.photoLost(photo)])
    }
    let other = ReviewPhoto(id: "q", size: 1, slot: 2)
    let next = item(.photo(other, of: "order-1"), 2, refusal: .rejected(.refused("no")))
    _ = model().reconcile(&ratings, with: OptimisticSnapshot(base: ratings, pending: [next]))
    #expect(ratings["order-1"].photoNotices == [.photoLost(photo), .photoRefused(other, "no")])
  }

  @Test(arguments: [true, false])
  func `A refused photo whose notice was dismissed is discarded without another notice`(
    isStored: Bool
  ) {
    var ratings = Ratings()
    ratings.dismissedPhotos = ["p"]
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    let refused = item(.photo(photo, of: "order-1"), refusal: .rejected(.lostPhoto))
    let found = model().reconcile(
      &ratings, with: OptimisticSnapshot(base: ratings, isStored: isStored, pending: [refused]))
    #expect(found == [.discard(1)] && ratings["order-1"].photoNotices.isEmpty)
  }

  @Test func `A photo without its review is discarded, and one that was uploaded is not`() {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    for reason in [WaitReason.ready, .applied] {
      var ratings = Ratings()
      let item = item(.photo(photo, of: "order-1"), reason: reason)
      let resolutions = model().reconcile(
        &ratings, with: OptimisticSnapshot(base: ratings, pending: [item]))
      #expect(resolutions == (reason == .applied ? [] : [.discard(1)]))
    }
  }

  @Test func `A change that cannot be decoded stays queued, and keeps every slot`() {
    var ratings = Ratings()
    let photo = ReviewPhoto(id: "p", size: 1, slot: 3)
    ratings["order-1"].photoNotices = [.photoLost(photo)]
    var review = draft(edition: 0)
    review.photos = [ReviewPhoto(id: "q", size: 1, slot: 5)]
    let known = item(.review(review), 2)
    let upload = item(.photo(review.photos[0], of: review.id), 3)

    let resolutions = model().reconcile(
      &ratings, with: OptimisticSnapshot(base: ratings, pending: [item(nil), known, upload]))
    #expect(resolutions.isEmpty && ratings.occupied == Set(1...16))

    _ = model().reconcile(
      &ratings, with: OptimisticSnapshot(base: ratings, pending: [known, upload]))
    #expect(ratings.occupied == [3, 5])
  }

  @Test func `Photos stay in memory until all is stored, as long as they are needed`() {
    var ratings = Ratings()
    var draft = draft(edition: 0)
    draft.photos = [ReviewPhoto(id: "p", size: 1, slot: 1)]
    ratings[draft.id].draft = draft
    let needed = StoredPhoto(id: "p", jpeg: .jpeg())
    ratings.unwritten = [1: needed, 2: StoredPhoto(id: "q", jpeg: .jpeg())]
    _ = model().reconcile(&ratings, with: OptimisticSnapshot(base: ratings, isStored: false))
    #expect(ratings.unwritten == [1: needed])
    _ = model().reconcile(&ratings, with: OptimisticSnapshot(base: ratings))
    #expect(ratings.unwritten.isEmpty)
  }

  @Test func `The state shows what waits, what was refused and what a crash may lose`() {
    var ratings = Ratings()
    ratings.unwritten = [1: StoredPhoto(id: "p", jpeg: .jpeg())]
    ratings.editions["r"] = 1
    let photo = ReviewPhoto(id: "q", size: 1, slot: 2)
    ratings["order-2"].photoNotices = [.photoRefused(photo, "no")]
    func state(_ items: [OutboxItem<ReviewChange>], _ write: WriteStatus = .written) -> ReviewsState
    {
      model().state(
        of: OptimisticSnapshot(
          base: ratings, pending: items, sync: SyncState(isLoaded: true, write: write)))
    }
    #expect(state([]).photosWithoutRoom.isEmpty && state([]).sync.isLoaded)
    let failed = WriteStatus.failed(.notEncodable(file: "f", reason: "no"))
    #expect(state([], failed).photosWithoutRoom == ["p"])
    #expect(state([]).notices.map(\.id) == ["q"] && state([]).notices.map(\.order) == ["order-2"])

    #expect(state([item(.review(draft(edition: 0)))]).queued.isEmpty, "it was withdrawn")
    #expect(state([item(.review(draft(edition: 1)), reason: .applied)]).queued.isEmpty)
    let review = draft(edition: 1)
    #expect(state([item(.review(review))]).pending.map(\.review) == [review])
    let refused = state([item(.review(review), refusal: .rejected(.windowOver))])
    #expect(refused.pending.isEmpty && refused.notices.last?.cause == .windowOver)
    #expect(refused.notices.last?.id == "r" && refused.notices.last?.order == review.id)
    #expect(refused.notices.last?.review == review)
  }

  @Test(arguments: [400, 403, 405, 409, 411, 422])
  func `Any refusal but a missing path rejects a review and a photo, with its text`(
    _ status: Int
  ) async {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    var ratings = Ratings()
    ratings.unwritten = [1: StoredPhoto(id: "p", jpeg: .jpeg())]
    for change in [ReviewChange.photo(photo, of: "order-1"), .review(draft(edition: 0))] {
      let outgoing = OutgoingChange(
        change: change, key: "key", serverIDs: [:], id: 1, mayBeApplied: false)
      for (status, isRejected) in [(status, true), (404, false), (410, false)] {
        transport.answer = HTTPResponse(problem: "odd", status: status)
        switch await model().send(outgoing, on: ratings, in: .almaty) {
        case .rejected(.refused(let text), _): #expect(isRejected && text.contains("odd"))
        case .tryLater: #expect(!isRejected)
        default: Issue.record("\(status) is another answer")
        }
      }
    }
  }

  @Test(arguments: [200, 202, 203, 205])
  func `Only a 204 without a body says that a change was applied`(_ status: Int) async {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    var ratings = Ratings()
    ratings.unwritten = [1: StoredPhoto(id: "p", jpeg: .jpeg())]
    for change in [ReviewChange.photo(photo, of: "order-1"), .review(draft(edition: 0))] {
      let outgoing = OutgoingChange(
        change: change, key: "key", serverIDs: [:], id: 1, mayBeApplied: false)
      for (status, body, isApplied) in [
        (204, "", true), (204, "{}", false), (status, "", false), (status, "{}", false),
      ] {
        transport.answer = HTTPResponse(status: status, body: Data(body.utf8))
        switch await model().send(outgoing, on: ratings, in: .almaty) {
        case .applied: #expect(isApplied)
        case .unknown: #expect(!isApplied)
        default: Issue.record("\(status) is another answer")
        }
      }
    }
  }

  @Test func `A photo is not sent in place of another one in its slot`() async {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    let outgoing = OutgoingChange(
      change: ReviewChange.photo(photo, of: "order-1"), key: "key", serverIDs: [:], id: 1,
      mayBeApplied: false)
    var ratings = Ratings()
    ratings.unwritten = [1: StoredPhoto(id: "q", jpeg: .jpeg())]
    transport.answer = HTTPResponse(status: 200, body: Data(#"{"size":1}"#.utf8))
    guard case .applied = await model().send(outgoing, on: ratings, in: .almaty) else {
      Issue.record("the photo at the server is not found")
      return
    }
    #expect(transport.last?.method == .get)
    transport.answer = HTTPResponse(status: 200, body: Data("<html>".utf8))
    if case .applied = await model().send(outgoing, on: ratings, in: .almaty) {
      Issue.record("a page counts as the photo")
    }
    let files = StoredRatingFiles(in: .inMemory())
    #expect(await files.save(StoredPhoto(id: "q", jpeg: .jpeg()), in: 1) == .inMemory)
    _ = await model(files).send(outgoing, on: Ratings(), in: .almaty)
    #expect(transport.last?.method == .get)
    ratings.unwritten = [1: StoredPhoto(id: "p", jpeg: .jpeg())]
    _ = await model().send(outgoing, on: ratings, in: .almaty)
    #expect(transport.last?.method == .put(.init(.jpeg(), .jpeg)))
    #expect(transport.last?.idempotencyKey?.rawValue == "key")
  }

  @Test(arguments: [409, 422])
  func `A photo is not lost if another status than a missing path has its code`(
    _ status: Int
  ) async {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    let outgoing = OutgoingChange(
      change: ReviewChange.photo(photo, of: "order-1"), key: "key", serverIDs: [:], id: 1,
      mayBeApplied: false)
    transport.answer = HTTPResponse(problem: "unknownPhoto", status: status)
    guard case .tryLater = await model().send(outgoing, on: Ratings(), in: .almaty) else {
      Issue.record("it is not sent again")
      return
    }
  }

  @Test func `A form has at most 256 KiB`() async {
    _ = await ReviewServer(transport: transport).form(for: .first, in: .almaty)
    #expect(transport.last?.sizeLimit == 262_144 && transport.last?.method == .get)
  }

  @Test(arguments: [404, 410])
  func `A photo is lost only if the service does not know the photo`(_ status: Int) async {
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    let outgoing = OutgoingChange(
      change: ReviewChange.photo(photo, of: "order-1"), key: "key", serverIDs: [:], id: 1,
      mayBeApplied: false)
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
  private struct State {
    var answer = HTTPResponse(problem: "trouble", status: 500)
    var requests: [HTTPRequest] = []
  }

  private let state = Mutex(State())

  var requests: Int { state.withLock { $0.requests.count } }
  var last: HTTPRequest? { state.withLock { $0.requests.last } }
  var answer: HTTPResponse {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    state.withLock { state in
      state.requests.append(request)
      return state.answer
    }
  }
}
