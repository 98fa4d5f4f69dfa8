public import Sync

/// The environment in which one user's features run, and the data of guests that is moved to the account.
public struct SessionScope: Sendable {
  /// The environment of the account or guest.
  ///
  /// Use it only until the `body` of ``UserSession/run(_:)`` returns. Afterward, the environment's
  /// directory is closed: each access to its files on disk throws `StorageError.closed`.
  public let environment: FeatureEnvironment
  /// The account, whose session may have expired; `nil` for a guest.
  public let account: AccountID?
  /// The data of an earlier guest that the app has to move to the account; `nil` if there is none.
  ///
  /// Only an account that already had data on this device needs a move. For any other account, the
  /// directory of the guest becomes the account's directory.
  public let guest: GuestData?
  /// The reason why the data of a guest could not be read; `nil` if it was read, or if there is none.
  ///
  /// The next scope of the account tries again.
  public let guestFailure: SessionError?
  let findGuest: @Sendable () async throws(SessionError) -> GuestData?

  /// Returns the data of a later guest, after that in ``guest`` was moved; `nil` if there is none.
  ///
  /// ```swift
  /// while let next = try await scope.nextGuest() {
  ///   try await move(next.environment)
  ///   try await next.finish()
  /// }
  /// ```
  ///
  /// - Throws: ``SessionError/storage(_:)``; the next scope of the account tries again.
  public func nextGuest(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(SessionError) -> GuestData? {
    try await findGuest()
  }
}
