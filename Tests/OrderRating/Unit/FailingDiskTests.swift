import Foundation
import Networking
import NetworkingTestSupport
import OrderRatingTestSupport
import Storage
import StorageTestSupport
import Testing

@testable import OrderRating
@testable import Sync

@Suite("Reviews whose writes fail")
struct FailingDiskTests {
  private static let failed = WriteStatus.failed(.notEncodable(file: "ratings", reason: "no"))
  private let files = RecordingFiles()
  private let reviews: LiveOrderReviews

  init() {
    reviews = LiveOrderReviews(
      files: files,
      in: FeatureEnvironment(transport: ReviewServerDouble(), city: SettledCity(.almaty)))
  }

  @Test func `A question that could not be stored is not asked, and can be asked later`()
    async throws
  {
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

  @Test func `A draft from before a question that could not be stored is preserved`() async throws {
    try await reviews.rate(.first, 4)
    let draft = reviews.state.drafts
    files.change { $0.ratingStatus = Self.failed }
    #expect(try await reviews.prompt(among: [.first]) == nil)
    #expect(reviews.state.drafts == draft)
    #expect(try await reviews.eligibility(of: .first) == .eligible)
  }

  @Test func `A draft that the user has opened is there, even if it could not be stored`()
    async throws
  {
    files.change { $0.ratingStatus = Self.failed }
    let draft = try await reviews.draft(for: .first)
    #expect(reviews.state.drafts == [draft])
    #expect(try await reviews.draft(for: .first) == draft)
    let status = try await reviews.edit("order-1") { $0.comment = "Hot" }
    #expect(status == Self.failed && reviews.state.drafts[0].comment == "Hot")
  }

  @Test func `A draft that the user opens during a question that cannot be stored is preserved`()
    async throws
  {
    files.change { [reviews] state in
      state.ratingStatus = Self.failed
      state.duringWrite = { _ = try await reviews.draft(for: .first) }
    }
    #expect(try await reviews.prompt(among: [.first]) == nil)
    #expect(try await reviews.eligibility(of: .first) == .eligible)
    _ = try await reviews.edit("order-1") { $0.comment = "Hot" }
    #expect(reviews.state.drafts.map(\.comment) == ["Hot"])
  }

  @Test func `An order that was skipped stays skipped if a question cannot be stored`() async throws
  {
    _ = try await reviews.skip("order-1")
    files.change { $0.ratingStatus = Self.failed }
    #expect(try await reviews.prompt(among: [.first]) == nil)
    #expect(try await reviews.eligibility(of: .first) == .skipped)
  }

  @Test func `No slot is used while a change that cannot be decoded is queued`() async throws {
    let journal = OneUndecodableChange()
    var environment = FeatureEnvironment(
      transport: ReviewServerDouble(), city: SettledCity(.almaty))
    environment.makeJournal = { _ in OutboxJournal(journal) }
    let reviews = LiveOrderReviews(files: files, in: environment)
    try await reviews.rate(.first)
    await #expect(throws: ReviewError.noPhotoRoom(limit: 16)) {
      try await reviews.attach(.jpeg(), to: "order-1")
    }
    #expect(!files.calls.contains { if case .rating = $0 { false } else { true } })
  }

  @Test func `The bytes of a photo that could not be stored are in memory`() async throws {
    try await reviews.rate(.first)
    files.change { $0.photoStatus = Self.failed }
    #expect(try await reviews.attach(.jpeg(1), to: "order-1") == Self.failed)
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

/// A journal with a change of a later release.
private struct OneUndecodableChange: OutboxStore {
  func entries() async throws(StorageError) -> [OutboxEntry] {
    [
      OutboxEntry(
        id: 1, key: "key", lane: Lane("album", "1"), payload: Data("{}".utf8),
        dependencies: .none, priority: .normal)
    ]
  }

  func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus { .written }
}
