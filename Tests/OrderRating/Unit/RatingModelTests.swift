import Foundation
import Networking
import NetworkingTestSupport
import OrderRatingTestSupport
import Storage
import SyncTestSupport
import Testing

@testable import OrderRating
@testable import Sync

struct RatingModelTests {
  private let transport = StubTransport { _ in HTTPResponse(problem: "trouble", status: 500) }

  private let photo = ReviewPhoto(id: "p", size: 1, slot: 1)

  @Test func `A withdrawn review is discarded, unless the server may have it`() {
    for mayBeApplied in [false, true] {
      var ratings = Ratings()
      ratings["order-1"].draft = draft(edition: 2)
      ratings["order-1"].edition = 2
      let item = item(.review(draft(edition: 1)), mayBeApplied: mayBeApplied)

      let resolutions = reconcile(&ratings, item)

      #expect(resolutions == (mayBeApplied ? [] : [.discard(1)]))
      #expect(ratings.edition(of: "order-1") == 2)
      #expect(ratings["order-1"].draft == draft(edition: 2))
    }
  }

  @Test func `Of two queued copies of a review, the one that was withdrawn is discarded`() {
    var ratings = Ratings()
    let copies = (item(.review(draft(edition: 1))), item(.review(draft(edition: 2)), 2))
    #expect(reconcile(&ratings, copies.0, copies.1) == [.discard(1)])
    #expect(ratings.edition(of: "order-1") == 2 && ratings.edition(of: "order-2") == 0)
  }

  @Test func `A change of a later release is a notice, whose dismissal discards it`() async throws {
    var environment = FeatureEnvironment(transport: transport)
    let journal = CollectionRepository(
      .memoryBackedByFile("order-reviews"), class: .critical,
      schema: StoredSchema(OutboxEntry.self), in: environment.directory)
    try await journal.update { entries in
      entries.save(
        OutboxEntry(
          id: 1, lane: Lane("review", "order-9"), payload: Data("later".utf8)))
    }
    environment.makeJournal = { _ in journal }
    let reviews = environment.makeOrderReviews()
    try await reviews.load()
    let notice = try #require(reviews.state.notices.first)
    #expect(notice.cause == .unreadable && notice.order == "order-9")
    try await reviews.dismiss(notice.id)
    #expect(reviews.state.notices.isEmpty)
    let left = try await journal.unreadable().count + journal.elements().count
    #expect(left == 0)
  }

  @Test func `A refused photo is discarded after its notice is stored`() {
    let refused = item(.photo(photo, of: "order-1"), refusal: .rejected(.photoLost(photo)))
    var ratings = Ratings()
    for (isStored, resolutions) in [
      (true, []), (false, []), (true, [Resolution<ReviewChange>.discard(1)]),
    ] {
      let found = reconcile(&ratings, isStored: isStored, refused)
      #expect(found == resolutions)
      #expect(ratings["order-1"].photoNotices == [.photoLost(photo)])
    }
    let other = ReviewPhoto(id: "q", size: 1, slot: 2)
    let next = item(.photo(other, of: "order-1"), 2, refusal: .rejected(.photoRefused(other, "no")))
    let again = item(.photo(other, of: "order-1"), 3, refusal: .rejected(.photoLost(other)))
    for item in [next, again] {
      _ = reconcile(&ratings, item)
      #expect(ratings["order-1"].photoNotices == [.photoLost(photo), .photoRefused(other, "no")])
    }
  }

  @Test func `A refused photo whose notice was dismissed is discarded`() {
    var ratings = Ratings()
    ratings.dismissedPhotos = ["p"]
    let refused = item(.photo(photo, of: "order-1"), refusal: .rejected(.photoLost(photo)))
    #expect(reconcile(&ratings, isStored: false, refused) == [.discard(1)])
    #expect(ratings["order-1"].photoNotices.isEmpty)
  }

  @Test func `A photo without its review is discarded`() {
    var ratings = Ratings()
    #expect(reconcile(&ratings, item(.photo(photo, of: "order-1"))) == [.discard(1)])
  }

  @Test func `A change that cannot be decoded stays queued, and keeps every slot`() {
    var ratings = Ratings()
    let photo = ReviewPhoto(id: "p", size: 1, slot: 3)
    ratings["order-1"].photoNotices = [.photoLost(photo)]
    var review = draft(edition: 0)
    review.photos = [ReviewPhoto(id: "q", size: 1, slot: 5)]
    let known = item(.review(review), 2)
    let upload = item(.photo(review.photos[0], of: review.id), 3)

    let resolutions = reconcile(&ratings, item(nil), known, upload)
    #expect(resolutions.isEmpty && ratings.occupied == Set(1...16))

    _ = reconcile(&ratings, known, upload)
    #expect(ratings.occupied == [3, 5])
  }

  @Test func `Photos stay in memory until all is stored, as long as they are needed`() {
    var ratings = Ratings()
    var draft = draft(edition: 0)
    draft.photos = [ReviewPhoto(id: "p", size: 1, slot: 1)]
    ratings[draft.id].draft = draft
    let needed = StoredPhoto(id: "p", jpeg: .jpeg())
    ratings.unwritten = [1: needed, 2: StoredPhoto(id: "q", jpeg: .jpeg())]
    _ = reconcile(&ratings, isStored: false)
    #expect(ratings.unwritten == [1: needed])
    _ = reconcile(&ratings)
    #expect(ratings.unwritten.isEmpty)
  }

  @Test(arguments: [400, 403, 405, 409, 411, 422])
  func `Any refusal but a missing path rejects a change with its text`(_ status: Int) async {
    for change in [ReviewChange.photo(photo, of: "order-1"), .review(draft(edition: 0))] {
      for (status, isRejected) in [(status, true), (404, false), (410, false)] {
        transport.answer { _ in HTTPResponse(problem: "odd", status: status) }
        switch await send(change, holding: "p") {
        case .rejected(.refused(let text), _), .rejected(.photoRefused(_, let text), _):
          #expect(isRejected && text.contains("odd"))
        case .tryLater: #expect(!isRejected)
        default: Issue.record("\(status) is another answer")
        }
      }
    }
  }

  @Test(arguments: [200, 202, 203, 204, 205])
  func `Only the id of what the service has stored says that a change was applied`(
    _ status: Int
  ) async {
    let review = draft(edition: 0)
    for (change, receipt) in [
      (ReviewChange.photo(photo, of: "order-1"), #"{"photo":"\#(photo.id)"}"#),
      (.review(review), #"{"review":"\#(review.reviewID)"}"#),
    ] {
      for (body, isApplied) in [
        (receipt, true), ("", false), ("{}", false), ("<html>", false),
        (#"{"review":"x","photo":"x"}"#, false),
      ] {
        transport.answer { _ in HTTPResponse(status: status, body: Data(body.utf8)) }
        switch await send(change, holding: "p") {
        case .applied: #expect(isApplied)
        case .unknown: #expect(!isApplied)
        default: Issue.record("\(status) is another answer")
        }
      }
    }
  }

  @Test func `A photo is not sent in place of another one in its slot`() async {
    let upload = ReviewChange.photo(photo, of: "order-1")
    for (body, isFound) in [(#"{"size":1}"#, true), ("<html>", false)] {
      transport.answer { _ in HTTPResponse(status: 200, body: Data(body.utf8)) }
      let outcome = await send(upload, holding: "q")
      if case .applied = outcome { #expect(isFound) } else { #expect(!isFound) }
      #expect(transport.requests.last?.method == .get)
    }
    let files = StoredRatingFiles(in: .inMemory())
    #expect(await files.save(StoredPhoto(id: "q", jpeg: .jpeg()), in: 1) == .inMemory)
    _ = await send(upload, files)
    #expect(transport.requests.last?.method == .get)
    _ = await send(upload, holding: "p")
    #expect(transport.requests.last?.method == .put(.init(.jpeg(), .jpeg)))
    #expect(transport.requests.last?.idempotencyKey?.rawValue == "key")
  }

  @Test(arguments: [
    (404, "unknownOrder", false), (410, "unknownOrder", false), (404, "unknownPhoto", true),
    (410, "unknownPhoto", true), (409, "unknownPhoto", false), (422, "unknownPhoto", false),
  ])
  func `A photo is lost only if the service does not know the photo`(
    _ status: Int, _ code: String, isLost: Bool
  ) async {
    transport.answer { _ in HTTPResponse(problem: code, status: status) }
    switch await send(.photo(photo, of: "order-1")) {
    case .rejected(.photoLost(let lost), _): #expect(isLost && lost == photo)
    case .tryLater: #expect(!isLost)
    default: Issue.record("it is another answer")
    }
  }

  @Test func `A form has at most 256 KiB`() async {
    _ = await ReviewServer(transport: transport).form(for: .first, in: .almaty)
    #expect(
      transport.requests.last?.sizeLimit == 262_144 && transport.requests.last?.method == .get)
  }

  private func model(_ files: StoredRatingFiles = StoredRatingFiles(in: .inMemory())) -> RatingModel
  {
    RatingModel(server: ReviewServer(transport: transport), files: files)
  }

  private func draft(edition: Int) -> ReviewDraft {
    var draft = ReviewDraft(ReviewDraftTests.form, reviewID: "r")
    draft.edition = edition
    return draft
  }

  private func item(
    _ change: ReviewChange?, _ id: Int = 1, reason: WaitReason = .ready,
    mayBeApplied: Bool = false, refusal: ChangeRefusal<ReviewNotice.Cause>? = nil
  ) -> OutboxItem<ReviewChange> {
    OutboxItem(
      id: ChangeID(rawValue: id), lane: change?.lane ?? Lane("review", "\(id)"), change: change,
      mayBeApplied: mayBeApplied, reason: reason, refusal: refusal)
  }

  /// Reconciles ratings with pending changes.
  private func reconcile(
    _ ratings: inout Ratings, isStored: Bool = true, _ pending: OutboxItem<ReviewChange>...
  ) -> [Resolution<ReviewChange>] {
    model().reconcile(
      &ratings, with: OptimisticSnapshot(base: ratings, isStored: isStored, pending: pending))
  }

  /// Sends a change while the photo with this id is in the first slot in memory.
  private func send(
    _ change: ReviewChange, _ files: StoredRatingFiles = StoredRatingFiles(in: .inMemory()),
    holding photo: String? = nil
  ) async -> SendOutcome<ReviewChange, Ratings> {
    var ratings = Ratings()
    if let photo { ratings.unwritten = [1: StoredPhoto(id: photo, jpeg: .jpeg())] }
    let outgoing = OutgoingChange(
      change: change, key: "key", id: 1, mayBeApplied: false, tappedAt: nil)
    return await model(files).send(outgoing, on: ratings, in: .almaty)
  }
}
