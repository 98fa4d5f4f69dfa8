public import Networking
public import Storage
public import Sync

/// Makes this module's one entry.
public enum OrderRatingFactory {
  /// Makes the reviews of one user; nothing is read or sent before the first call to them.
  ///
  /// - Parameters:
  ///   - transport: Reaches the server that serves `/v1/orders/{id}/review`.
  ///   - directory: Where drafts, answers, photos and what waits are kept.
  ///   - gate: Whether anything may be sent.
  ///   - clock: Tells when to try again, and how much of a window has passed since the server told
  ///     the time. It must not be one that the user can set.
  ///   - random: Spreads attempts, so that not all devices come back at the same moment.
  ///   - makeID: Makes an id that nothing else on any device has, such as a UUID.
  /// - Returns: The reviews; make one per directory.
  public static func makeReviews<Time: Clock>(
    transport: any Transport, directory: StorageDirectory, gate: Gate, clock: Time,
    random: some RandomNumberGenerator & Sendable, makeID: @escaping @Sendable () -> String
  ) -> any OrderReviews where Time.Duration == Duration {
    DefaultOrderReviews(
      server: ReviewServer(transport: transport), shelf: KeptRating.repository(in: directory),
      photos: PhotoFiles(in: directory),
      journal: OutboxJournal("order-reviews", in: directory), gate: gate, clock: clock,
      random: random, makeID: makeID)
  }
}
