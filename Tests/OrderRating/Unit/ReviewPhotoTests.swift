import Foundation
import Networking
import NetworkingTestSupport
import OrderRatingTestSupport
import Sandbox
import Sync
import Testing

@testable import OrderRating
import SyncTestSupport

@Suite("Photos of reviews", .serialized)
struct ReviewPhotoTests {
  /// Tests a quarter of the hostile answers per case, because each of them costs an attempt.
  @Test(arguments: 0..<4)
  func `A photo is lost only by the word of the service`(part: Int) async throws {
    let answers = HostileAnswer.all.enumerated().filter { $0.offset % 4 == part }.map(\.element)
    let device = ReviewDevice()
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      device.server.spoil(.answerLost { _ in device.gate.close(for: .offline) })
      try await reviews.submit("order-1")
      // No state shows either of the two conditions.
      while device.server.model.photos.isEmpty || device.gate.isOpen {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: device.directory.path)
    where file.contains("photo") {
      try FileManager.default.removeItem(at: device.directory.appending(path: file))
    }
    device.server.intercept(answers) { $0.method == .get }
    device.gate.open(for: .offline)
    try await device.session { reviews in
      let state = await reviews.when { state in
        state.pending.isEmpty && device.server.model.reviews.count == 1 || !state.notices.isEmpty
          || !device.gate.isOpen
      }
      #expect(state.notices.isEmpty && device.gate.isOpen)
    }
    #expect(device.server.queuedFaults == 0)
    #expect(device.server.model.reviews["order-1"]?.photos.count == 1)
  }

  @Test func `A review goes without a photo that was lost, and the user is told`() async throws {
    let device = ReviewDevice()
    var photo: ReviewPhoto?
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
      photo = reviews.state.drafts.first?.photos.first
      device.gate.close(for: .offline)
      try await reviews.submit("order-1")
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: device.directory.path)
    where file.contains("photo") {
      try FileManager.default.removeItem(at: device.directory.appending(path: file))
    }
    device.gate.open(for: .offline)
    let lost = try #require(photo)
    try await device.session { reviews in
      let state = await reviews.when { !$0.notices.isEmpty && $0.pending.isEmpty }
      #expect(state.notices.map(\.cause) == [.photoLost(lost)])
      #expect(device.server.model.reviews["order-1"]?.photos == [])
      await #expect(throws: ReviewError.unknownPhoto(lost.id)) { try await reviews.bytes(of: lost) }
    }
  }

  @Test func `Large uploads wait for small ones, and a review only for its photos`() {
    var review = ReviewDraft(ReviewDraftTests.form, reviewID: "r")
    #expect(ReviewChange.review(review).dependencies == .none)
    let photo = ReviewPhoto(id: "p", size: 1, slot: 1)
    review.photos = [photo]
    let upload = ReviewChange.photo(photo, of: "order-1")
    #expect(upload.priority > ReviewChange.review(review).priority)
    #expect(ReviewChange.review(review).dependencies == .lanes([upload.lane]))
  }

  @Test
  func `Leftovers of a crash are removed, and referenced photos are not`() async throws {
    let device = ReviewDevice()
    try await device.session(rating: .first) { reviews in
      try await reviews.attach(.jpeg(), to: "order-1")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: device.directory.path)
    let file = try #require(files.first { $0.contains("photo") })
    let orphan = file.replacing("photo-1", with: "photo-9")
    try FileManager.default.copyItem(
      at: device.directory.appending(path: file), to: device.directory.appending(path: orphan))
    #expect(try device.photoCount == 2)
    try await device.session { reviews in
      while try device.photoCount == 2 {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(try await reviews.draft(for: .first).photos.count == 1)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: device.directory.path)
    #expect(left.filter { $0.contains("photo") } == [file])
  }

  @Test
  func `The temporary file of a photo whose write was killed is removed`() async throws {
    let device = ReviewDevice()
    try await device.session { try await $0.rate(.first) }
    let unfinished = ".review-photo-7.v1.store.tmp"
    try Data("part".utf8).write(to: device.directory.appending(path: unfinished))
    // A call that stores something also clears the slots that nothing needs.
    try await device.session { try await $0.attach(.jpeg(), to: "order-1") }
    let left = try FileManager.default.contentsOfDirectory(atPath: device.directory.path)
    #expect(!left.contains(unfinished), "\(left)")
    #expect(try device.photoCount == 1)
  }

  @Test func `Sixteen photos of the largest size are within the budget`() {
    #expect(ReviewLimits.photos * ReviewLimits.photoSize == 80 << 20)
  }
}
