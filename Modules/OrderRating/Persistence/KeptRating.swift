import Storage

/// What is kept of an order beside the review that waits: this module's storage choice.
///
/// One record per order in one collection, so that a key pressed in a comment costs the same however
/// many orders there are. It is never forgotten: an order that nobody remembers would be asked about
/// again.
struct KeptRating: Codable, Sendable, Equatable, Identifiable {
  /// What was said about rating the order; later ones stand.
  enum Standing: String, Codable, Sendable, CaseIterable, Comparable {
    case open, asked, skipped, over, rated

    static func < (first: Standing, second: Standing) -> Bool { first.rank < second.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The id of the order.
  let id: String
  var standing = Standing.open
  /// What is being written.
  var draft: ReviewDraft?
  /// Photos that the review had to go without, and that the user has not heard of.
  var photoNotices: [ReviewNotice.Cause] = []

  static func repository(in directory: StorageDirectory) -> CollectionRepository<KeptRating> {
    CollectionRepository(
      .memoryBackedByFile("order-ratings"), class: .userState, schema: Schema(KeptRating.self),
      in: directory)
  }
}

/// Where ``KeptRating``s are: the seam at which a test takes the place of the disk.
protocol RatingShelf: Sendable {
  /// What was kept, in the order in which it was added.
  func ratings() async throws(StorageError) -> [KeptRating]

  /// Keeps one, and says whether that would survive a crash; memory has it whatever the disk does.
  func keep(_ rating: KeptRating) async -> Persistence
}

extension CollectionRepository: RatingShelf where Element == KeptRating {
  func ratings() async throws(StorageError) -> [KeptRating] { Array(try await elements()) }

  func keep(_ rating: KeptRating) async -> Persistence {
    do {
      try await save(rating)
      return persistence == .waiting ? .persisted : persistence
    } catch {
      return .pending(error)
    }
  }
}
