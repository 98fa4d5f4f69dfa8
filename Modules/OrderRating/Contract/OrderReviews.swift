#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking
public import Storage

/// The user's reviews of finished orders: asked for once, kept through any crash, sent once.
///
/// A draft is on the disk after every call that changed it. A submitted review waits in a queue behind
/// its photos and is sent until the server has answered. An order has one review, whichever device and
/// however often it is sent; what cannot be sent becomes a ``ReviewNotice`` with all that was written.
///
/// All members may be called from any task, at any time and together. Every call ends: what a cancelled
/// task writes is written all the same, as its disk does not take long; a call that asks the server
/// throws ``ReviewError/cancelled``, and none needs ``run()``.
public protocol OrderReviews: Sendable {
  /// How things stand.
  var state: ReviewsState { get }

  /// How things stand now, then each later state; who looks late sees the newest only.
  func states() -> AsyncStream<ReviewsState>

  /// Sends what waits, until its task is cancelled; one task of the app awaits it.
  ///
  /// Nothing is sent before a city was entered. A second call while the first runs returns at once.
  ///
  /// - Throws: ``ReviewError/storage(_:)`` when nobody knows what waits; call it again later.
  func run() async throws(ReviewError)

  /// Says in which city requests are made from now on.
  func enter(_ context: RequestContext) async

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
  /// - Throws: ``ReviewError/storage(_:)`` only.
  func eligibility(of order: RatableOrder) async throws(ReviewError) -> RatingEligibility

  /// Finds the draft of an order's review, without network, or begins one on the server's form.
  ///
  /// - Throws: ``ReviewError``.
  func open(_ order: RatableOrder) async throws(ReviewError) -> ReviewDraft

  /// Changes a draft as one step; when `change` throws, it is as it was.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: What `change` throws, or ``ReviewError/noDraft(_:)``.
  @discardableResult
  func edit(
    _ order: RatableOrder.ID, _ change: @Sendable (inout ReviewDraft) throws(ReviewError) -> Void
  ) async throws(ReviewError) -> Persistence

  /// Attaches a JPEG to a draft.
  ///
  /// Without room on the disk the photo is in memory, among ``ReviewsState/photosWithoutRoom``, and is
  /// tried again with whatever happens next.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``ReviewError``; the draft is as it was.
  @discardableResult
  func attach(_ jpeg: Data, to order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// The bytes of a photo that the server does not have yet.
  ///
  /// - Throws: ``ReviewError/unknownPhoto(_:)``, ``ReviewError/storage(_:)``.
  func bytes(of photo: ReviewPhoto) async throws(ReviewError) -> Data

  /// Takes a photo out of a draft, and its file away.
  ///
  /// - Throws: ``ReviewError``.
  func remove(_ photo: ReviewPhoto.ID, from order: RatableOrder.ID) async throws(ReviewError)

  /// Puts the photos of a draft, and behind them the review, into the queue.
  ///
  /// - Returns: Whether a crash would lose anything of it.
  /// - Throws: ``ReviewError``; the draft is as it was.
  @discardableResult
  func submit(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// Remembers that the user does not want to rate an order, and drops its draft.
  ///
  /// - Returns: Whether a crash would make it forget that.
  /// - Throws: ``ReviewError/storage(_:)``.
  @discardableResult
  func skip(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// Makes a submitted review a draft again, when the server certainly does not have it.
  ///
  /// - Returns: Whether a crash would put it back into the queue.
  /// - Throws: ``ReviewError/notWaiting(_:)``, ``ReviewError/mayBeApplied(_:)``.
  @discardableResult
  func takeBack(_ order: RatableOrder.ID) async throws(ReviewError) -> Persistence

  /// Forgets a notice, and what it was about.
  ///
  /// - Throws: ``ReviewError/unknownNotice(_:)``, ``ReviewError/storage(_:)``.
  func dismiss(_ notice: ReviewNotice.ID) async throws(ReviewError)
}
