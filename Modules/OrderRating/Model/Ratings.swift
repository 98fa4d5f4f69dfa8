import Storage

/// The value to which the reviews' `OptimisticStore` applies the queued changes.
///
/// The value consists of the stored ratings, and of data that is only in memory.
struct Ratings: Sendable, Equatable {
  /// The stored ratings of all orders, the oldest first.
  var records = IdentifiedArray<StoredRating>()
  /// The photos that are only in memory, by the slot (the numbered file) to which they will be written.
  var unwritten: [Int: StoredPhoto] = [:]
  /// The slots (numbered photo files) that are still needed; the photos in all other slots are removed.
  ///
  /// At first it contains all slots, so that no photo is removed before the needed slots are known.
  var occupied = Set(1...ReviewLimits.photos)
  /// The ids of the photos whose notices were dismissed; the refused uploads of these photos are
  /// discarded.
  var dismissedPhotos: Set<String> = []
  /// For each order whose form was fetched, the time after which the order can no longer be rated.
  ///
  /// The times are measured from the creation of the ``LiveOrderReviews``.
  var windowEnds: [RatableOrder.ID: Duration] = [:]
  /// The number of calls of ``OrderReviews/skip(_:)`` for each order since the launch.
  ///
  /// It shows a call that waits for a form whether the order was skipped in the meantime.
  var skips: [RatableOrder.ID: Int] = [:]
  /// Whether the user has been prompted to rate an order since the launch.
  var isAnyAsked = false

  /// The stored rating of an order; if none is stored, a new one.
  subscript(order: RatableOrder.ID) -> StoredRating {
    get { records[id: order] ?? StoredRating(id: order) }
    set { records.save(newValue) }
  }

  /// Sets the status of an order, unless the order already has a later status.
  mutating func raiseStatus(of order: RatableOrder.ID, to standing: StoredRating.Standing) {
    self[order].standing = max(self[order].standing, standing)
  }

  /// Whether `review` is an outdated copy: the review was withdrawn after this copy was submitted.
  func isSuperseded(_ review: ReviewDraft) -> Bool {
    review.edition < edition(of: review.id)
  }

  /// The number of times that a review of the order was withdrawn; a new review begins with it.
  func edition(of order: RatableOrder.ID) -> Int { records[id: order]?.edition ?? 0 }
}
