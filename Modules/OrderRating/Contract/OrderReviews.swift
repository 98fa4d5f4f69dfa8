#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage

/// The user's reviews of finished orders: asked for once, kept through any crash, sent once.
///
/// A draft is stored after every call that changed it. A submitted review waits in a queue behind its
/// photos and is sent until the server has answered. An order has one review, whichever device and
/// however often it is sent; a review that cannot be sent becomes a ``ReviewNotice`` with all that was
/// written.
///
/// All members may be called from any task, at any time and together. Every call ends: in a canceled
/// task it throws `SyncError.cancelled` and has changed nothing. No call needs ``run()``.
public protocol OrderReviews: Sendable {
  /// The current state.
  var state: ReviewsState { get }

  /// The current state, then each update. A slow consumer skips intermediate states.
  func states() -> AsyncStream<ReviewsState>

  /// Sends pending reviews until its task is cancelled; one task of the app awaits it.
  ///
  /// A second call while the first runs returns at once.
  ///
  /// - Throws: `SyncError.storage` when the files cannot be read; call it again later.
  func run() async throws(ReviewError)

  /// Picks the newest order that the user is to be asked about, remembers that it was, and begins its
  /// review.
  ///
  /// No order is picked twice, and one at most in a life of the app: what cannot be remembered is not
  /// picked. The server is asked for the form, so one that was rated elsewhere is passed over.
  ///
  /// - Returns: The draft to show, or `nil` when there is nothing to ask.
  /// - Throws: ``ReviewError``; nobody was asked, and a later call may.
  func prompt(among orders: [RatableOrder]) async throws(ReviewError) -> ReviewDraft?

  /// Whether the user is to be asked about an order, and why not, as far as is known without asking
  /// the server.
  ///
  /// - Throws: `SyncError.storage` only.
  func eligibility(of order: RatableOrder) async throws(ReviewError) -> RatingEligibility

  /// Finds the draft of an order's review, without network, or begins one on the server's form.
  ///
  /// - Throws: ``ReviewError``.
  func open(_ order: RatableOrder) async throws(ReviewError) -> ReviewDraft

  /// Changes a draft as one step; when `change` throws, it is as it was.
  ///
  /// - Returns: Whether everything would survive a crash.
  /// - Throws: What `change` throws, ``ReviewError/noDraft(_:)``, or ``ReviewError/sync(_:)``.
  @discardableResult
  func edit(
    _ order: RatableOrder.ID, _ change: @Sendable (inout ReviewDraft) throws(ReviewError) -> Void
  ) async throws(ReviewError) -> Persistence

  /// Attaches a JPEG to a draft.
  ///
  /// Without room on the disk the photo is in memory, among ``ReviewsState/photosWithoutRoom``, and is
  /// written with the next change.
  ///
  /// - Returns: Whether everything would survive a crash.
  /// - Throws: ``ReviewError``; the draft is as it was.
  @discardableResult
  func attach(_ jpeg: Data, to order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// The bytes of a photo that the server does not have yet.
  ///
  /// - Throws: ``ReviewError/unknownPhoto(_:)``, `SyncError.storage`.
  func bytes(of photo: ReviewPhoto) async throws(ReviewError) -> Data

  /// Takes a photo out of a draft, and its file away.
  ///
  /// - Throws: ``ReviewError``.
  func remove(_ photo: ReviewPhoto.ID, from order: RatableOrder.ID) async throws(ReviewError)

  /// Puts the photos of a draft, and behind them the review, into the queue.
  ///
  /// - Returns: Whether everything would survive a crash.
  /// - Throws: ``ReviewError``; the draft is as it was.
  @discardableResult
  func submit(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// Remembers that the user does not want to rate an order, and drops its draft.
  ///
  /// - Returns: Whether everything would survive a crash.
  /// - Throws: `SyncError.storage`.
  @discardableResult
  func skip(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// Makes a submitted review a draft again, when the server certainly does not have it.
  ///
  /// - Returns: Whether everything would survive a crash.
  /// - Throws: ``ReviewError/notWaiting(_:)``, ``ReviewError/mayBeApplied(_:)``.
  @discardableResult
  func takeBack(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// Forgets a notice, and what it was about.
  ///
  /// - Throws: ``ReviewError/unknownNotice(_:)``, `SyncError.storage`.
  func dismiss(_ notice: ReviewNotice.ID) async throws(ReviewError)
}
