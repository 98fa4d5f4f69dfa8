import Foundation
import Networking
import NetworkingTestSupport
import OrderRatingTestSupport
import Storage
import StorageTestSupport
import Testing

@testable import OrderRating
@testable import Sync

struct FailingDiskTests {
  private static let failed = WriteStatus.failed(.notEncodable(file: "ratings", reason: "no"))
  private let files = RecordingFiles()
  private let reviews: LiveOrderReviews

  init() {
    reviews = LiveOrderReviews(
      files: files,
      in: FeatureEnvironment(transport: ReviewServerDouble(), city: SettledCity(.almaty)))
  }

  @Test func `A question that could not be stored can be asked later`() async throws {
    files.change { $0.ratingStatus = Self.failed }
    for _ in 0..<2 {
      #expect(try await reviews.prompt(among: [.first]) == nil)
      #expect(reviews.state.drafts.isEmpty)
      for order in [RatableOrder.first, .second] {
        #expect(try await reviews.eligibility(of: order) == .eligible)
      }
    }
    files.change { $0.ratingStatus = .written }
    #expect(try await reviews.prompt(among: [.first])?.id == "order-1")
    #expect(try await reviews.eligibility(of: .first) == .asked)
    #expect(try await reviews.eligibility(of: .second) == .anotherAsked)
  }

  @Test func `A draft from before an unstored question is preserved`() async throws {
    try await reviews.rate(.first, 4)
    let draft = reviews.state.drafts
    files.change { $0.ratingStatus = Self.failed }
    #expect(try await reviews.prompt(among: [.first]) == nil)
    #expect(reviews.state.drafts == draft)
    #expect(try await reviews.eligibility(of: .first) == .eligible)
  }

  @Test func `The bytes of a photo that could not be stored are in memory`() async throws {
    try await reviews.rate(.first)
    files.change { $0.photoStatus = Self.failed }
    try await reviews.attach(.jpeg(1), to: "order-1")
    #expect(reviews.state.sync.write == Self.failed)
    let photo = try #require(reviews.state.drafts[0].photos.first)
    #expect(try await reviews.bytes(of: photo) == .jpeg(1))
    #expect(reviews.state.photosWithoutRoom == [photo.id])

    try await reviews.remove(photo.id, from: "order-1")
    _ = try await reviews.attach(.jpeg(2), to: "order-1")
    let other = try #require(reviews.state.drafts[0].photos.first)
    #expect(other.slot == photo.slot)
    #expect(try await reviews.bytes(of: other) == .jpeg(2))
    await #expect(throws: ReviewError.unknownPhoto(photo.id)) {
      try await reviews.bytes(of: photo)
    }
  }
}
