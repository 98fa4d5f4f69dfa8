public import Foundation
public import Sync

/// The user's reviews of finished orders.
///
/// The user is prompted to rate an order only once. Every call that changes a draft stores the draft. A
/// submitted review is queued after its photos, and is sent again until the server responds. A review
/// that arrives repeatedly counts only once, because the server accepts one review of each order. If
/// the server does not accept a review, the user gets a ``ReviewNotice`` with the whole content of the
/// review.
///
/// ```swift
/// try await reviews.edit("1042") { draft throws(ReviewError) in
///   try draft.setStars(2, of: "food")
///   try draft.setTag("cold", isChosen: true, of: "food")
///   draft.comment = text
/// }
/// try await reviews.attach(jpeg, to: "1042")
/// try await reviews.submit("1042")
/// ```
///
/// All members may be called from any task, at any time and concurrently. Every call except ``run()``
/// ends, even without a network. In a canceled task, a call that has to change or fetch data throws
/// `SyncError.cancelled` and changes nothing. Calls also work while ``run()`` is not running.
public protocol OrderReviews: StateProvider<ReviewsState> {
  /// Reads the stored reviews, so that `state` shows them; each other call does so, too.
  ///
  /// - Throws: `SyncError.storage` if the stored reviews cannot be read; call the method again later.
  func load() async throws(ReviewError)

  /// Sends pending reviews until the calling task is canceled; await it in one task of the app.
  ///
  /// A second call returns at once while the first is running.
  ///
  /// - Throws: `SyncError.storage` if the stored reviews cannot be read; call the method again later.
  func run() async throws(ReviewError)

  /// Selects the newest order that the user should be prompted to rate, and creates the draft of its
  /// review.
  ///
  /// Each order is selected only once, and each launch selects at most one order. The call stores that
  /// the user was prompted. If the order has no draft, the call fetches the ``RatingForm``. If the
  /// server then responds that the order cannot be rated any more, or has no form that can be used, the
  /// call tries the next order.
  ///
  /// ```swift
  /// let order = RatableOrder(
  ///   "1042", .delivery, lines: [.init("1", name: "Margherita")], finishedAt: delivered)
  /// if let draft = try await reviews.prompt(among: [order]) { sheet.show(draft) }
  /// ```
  ///
  /// - Returns: The draft to show; `nil` if there is no order to prompt for. The result is also `nil`
  ///   if the call could not store that the user was prompted.
  /// - Throws: ``ReviewError``, also the reason of an order that was passed over if no other was selected;
  ///   then no order was selected, and a later call may select one.
  func prompt(among orders: [RatableOrder]) async throws(ReviewError) -> ReviewDraft?

  /// Returns whether the user should be prompted to rate an order; if not, the reason.
  ///
  /// Uses only data on the device and sends no request.
  ///
  /// ```swift
  /// if try await reviews.eligibility(of: order).canBeOpened {
  ///   sheet.show(try await reviews.draft(for: order))
  /// }
  /// ```
  ///
  /// - Throws: ``ReviewError/sync(_:)``, with `SyncError.storage` if the stored reviews cannot be read.
  func eligibility(of order: RatableOrder) async throws(ReviewError) -> RatingEligibility

  /// Returns the draft of an order's review.
  ///
  /// An existing draft is read from the device. Otherwise the ``RatingForm`` is fetched from the
  /// server, and a new draft is created.
  ///
  /// ```swift
  /// if try await reviews.eligibility(of: order).canBeOpened {
  ///   sheet.show(try await reviews.draft(for: order))
  /// }
  /// ```
  ///
  /// - Throws: ``ReviewError/notEligible(_:)`` if the order cannot be rated,
  ///   ``ReviewError/badOrder(_:)`` if `order` is invalid, ``ReviewError/unknownOrder(_:)`` or
  ///   ``ReviewError/sync(_:)``. The error is `SyncError.superseded` if ``skip(_:)`` was called for the
  ///   order during the request.
  func draft(for order: RatableOrder) async throws(ReviewError) -> ReviewDraft

  /// Changes a draft atomically; if `change` throws, the draft is unchanged.
  ///
  /// Only ``attach(_:to:)`` and ``remove(_:from:)`` change the photos of a draft.
  ///
  /// ```swift
  /// try await reviews.edit("1042") { draft throws(ReviewError) in
  ///   try draft.setStars(2, of: "food")
  ///   try draft.setTag("cold", isChosen: true, of: "food")
  ///   draft.comment = text
  /// }
  /// ```
  ///
  /// - Throws: The error of `change`, ``ReviewError/noDraft(_:)``, or ``ReviewError/sync(_:)``.
  func edit(
    _ order: RatableOrder.ID, _ change: @Sendable (inout ReviewDraft) throws(ReviewError) -> Void
  ) async throws(ReviewError)

  /// Attaches a photo, as the bytes of a JPEG image, to a draft.
  ///
  /// The bytes are sent unchanged, with the place and the device that the camera may have written in them.
  ///
  /// If the disk is full, the photo stays in memory and is listed in
  /// ``ReviewsState/photosWithoutRoom``. The next call that changes a review also tries to write this
  /// photo to the disk.
  ///
  /// ```swift
  /// try await reviews.attach(jpeg, to: "1042")
  /// ```
  ///
  /// - Throws: ``ReviewError/noDraft(_:)``, ``ReviewError/badPhoto(_:)``,
  ///   ``ReviewError/tooManyPhotos(limit:)``, ``ReviewError/noPhotoRoom(limit:)`` or
  ///   ``ReviewError/sync(_:)``; the draft is unchanged.
  func attach(_ jpeg: Data, to order: RatableOrder.ID) async throws(ReviewError)

  /// Returns the bytes of a photo that is still on the device.
  ///
  /// ```swift
  /// for photo in draft.photos { sheet.show(try await reviews.bytes(of: photo)) }
  /// if let last = draft.photos.last { try await reviews.remove(last.id, from: draft.id) }
  /// ```
  ///
  /// - Throws: ``ReviewError/unknownPhoto(_:)`` if the photo is not on the device, or
  ///   ``ReviewError/sync(_:)``.
  func bytes(of photo: ReviewPhoto) async throws(ReviewError) -> Data

  /// Removes a photo from a draft, and deletes its file.
  ///
  /// ```swift
  /// if let last = draft.photos.last { try await reviews.remove(last.id, from: draft.id) }
  /// ```
  ///
  /// - Throws: ``ReviewError/noDraft(_:)``, ``ReviewError/unknownPhoto(_:)`` or
  ///   ``ReviewError/sync(_:)``; the draft is unchanged.
  func remove(_ photo: ReviewPhoto.ID, from order: RatableOrder.ID) async throws(ReviewError)

  /// Adds the photos of a draft, and then the review itself, to the queue that ``run()`` sends.
  ///
  /// ```swift
  /// try await reviews.attach(jpeg, to: "1042")
  /// try await reviews.submit("1042")
  /// ```
  ///
  /// - Throws: ``ReviewError/noDraft(_:)``, ``ReviewError/incomplete(_:)`` or ``ReviewError/sync(_:)``;
  ///   the draft is unchanged.
  func submit(_ order: RatableOrder.ID) async throws(ReviewError)

  /// Records that the user does not want to rate an order, and deletes its draft.
  ///
  /// ```swift
  /// if await sheet.isDeclined(draft) { try await reviews.skip(draft.id) }
  /// ```
  ///
  /// - Throws: ``ReviewError/sync(_:)``.
  func skip(_ order: RatableOrder.ID) async throws(ReviewError)

  /// Turns a submitted review that the server certainly does not have into a draft again.
  ///
  /// The submitted review stays on the disk until the draft is stored. So a crash loses neither.
  ///
  /// ```swift
  /// if !review.mayBeApplied { try await reviews.withdraw(review.id) }
  /// ```
  ///
  /// - Throws: ``ReviewError/notWaiting(_:)``, ``ReviewError/mayBeApplied(_:)`` or
  ///   ``ReviewError/sync(_:)``.
  func withdraw(_ order: RatableOrder.ID) async throws(ReviewError)

  /// Removes a notice, together with the refused review or photo.
  ///
  /// ```swift
  /// for notice in reviews.state.notices {
  ///   inbox.show(notice.cause)
  ///   try await reviews.dismiss(notice.id)
  /// }
  /// ```
  ///
  /// - Throws: ``ReviewError/unknownNotice(_:)`` or ``ReviewError/sync(_:)``.
  func dismiss(_ notice: ReviewNotice.ID) async throws(ReviewError)

  /// Returns the drafts and the pending reviews, with their photos, for another user of the device.
  ///
  /// ```swift
  /// try await account.importReviews(try await guest.exported())
  /// ```
  ///
  /// - Throws: ``ReviewError/sync(_:)``.
  func exported() async throws(ReviewError) -> ExportedReviews

  /// Adds the reviews of another user, and queues those that were submitted.
  ///
  /// A review of an order that this user has begun to rate, has rated or has declined to rate is ignored.
  /// So a repeated call adds nothing. If there is no room for a photo, the review is added without it.
  ///
  /// ```swift
  /// try await account.importReviews(try await guest.exported())
  /// ```
  ///
  /// - Throws: ``ReviewError/sync(_:)``; some of the reviews may have been added.
  func importReviews(_ reviews: ExportedReviews) async throws(ReviewError)
}
