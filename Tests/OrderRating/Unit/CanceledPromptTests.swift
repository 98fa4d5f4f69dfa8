import NetworkingTestSupport
import OrderRatingTestSupport
import Storage
import Sync
import Synchronization
import Testing

@testable import OrderRating

@Suite("A canceled prompt")
struct CanceledPromptTests {
  /// A disk that stores nothing until it is freed; the task of the first write is canceled during the write.
  private actor FullFiles: RatingFiles {
    private var (isCanceled, isFull) = (false, true)

    func free() { isFull = false }

    func ratings() async throws(StorageError) -> [StoredRating] { [] }

    func save(_ rating: StoredRating) async -> WriteStatus {
      if !isCanceled { withUnsafeCurrentTask { $0?.cancel() } }
      isCanceled = true
      return isFull ? .failed(.inUse("disk")) : .written
    }

    func photo(in slot: Int) async throws(StorageError) -> StoredPhoto? { nil }
    func save(_ photo: StoredPhoto, in slot: Int) async -> WriteStatus { .failed(.inUse("disk")) }
    func clear(_ slot: Int) async -> Bool { true }
  }

  private let files = FullFiles()
  private let reviews: LiveOrderReviews

  init() {
    reviews = LiveOrderReviews(
      files: files,
      in: FeatureEnvironment(
        transport: ReviewServerDouble(), city: SettledCity(.almaty, gate: Gate())))
  }

  @Test func `a prompt that is canceled during a failed write selects no order`() async throws {
    let prompt = Task { [reviews] in try await reviews.prompt(among: [.first]) }
    await #expect(throws: ReviewError.sync(.cancelled)) { try await prompt.value }
    #expect(try await reviews.prompt(among: [.second]) == nil)
    #expect(reviews.state.drafts.isEmpty)
    #expect(try await reviews.eligibility(of: .first) == .eligible)
    await files.free()
    #expect(try await reviews.prompt(among: [.first])?.id == "order-1")
  }

  @Test func `a draft that the user opens after a canceled prompt is the only one`() async throws {
    let prompt = Task { [reviews] in try await reviews.prompt(among: [.first]) }
    await #expect(throws: ReviewError.sync(.cancelled)) { try await prompt.value }
    let draft = try await reviews.draft(for: .second)
    #expect(reviews.state.drafts == [draft])
  }
}
