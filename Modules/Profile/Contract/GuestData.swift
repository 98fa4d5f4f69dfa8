public import Networking
public import Sync

/// The data of a guest who has signed in to an account that already had data on this device.
///
/// The app transfers the data that the account needs, such as the lines of the cart, and calls
/// ``finish(isolation:)``. If the app crashes before that call, the account's next ``SessionScope``
/// contains the same data with the same ``key``.
public struct GuestData: Sendable {
  /// The environment of the guest, with the guest's directory; requests in this environment have no
  /// token.
  public let environment: FeatureEnvironment
  /// The idempotency key for transferring the guest's data to the account.
  ///
  /// The key is the same after a restart, until ``finish(isolation:)`` is called.
  public let key: IdempotencyKey
  let erase: @Sendable () async throws(SessionError) -> Void

  /// Erases the guest's data.
  ///
  /// The features that use ``environment`` must have ended before this call.
  ///
  /// ```swift
  /// if let guest = scope.guest {
  ///   try await move(guest.environment.directory, guest.key)
  ///   try await guest.finish()
  /// }
  /// ```
  ///
  /// - Throws: ``SessionError/storage(_:)``; repeat the call later.
  public func finish(isolation: isolated (any Actor)? = #isolation) async throws(SessionError) {
    try await erase()
  }
}
