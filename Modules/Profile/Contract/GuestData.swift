import Storage
public import Sync

/// The data of a guest who has signed in to an account that already had data on this device.
///
/// The app moves the data that the account needs, such as the lines of the cart, and calls
/// ``finish(isolation:)``. If the app crashes before that call, the account's next ``SessionScope``
/// contains the same data. So the account has to recognize what was moved before, for example by its ids.
public struct GuestData: Sendable {
  /// The environment of the guest, with the guest's directory; requests in this environment have no
  /// token.
  public let environment: FeatureEnvironment

  /// Erases the guest's data.
  ///
  /// The features that use ``environment`` must have ended before this call.
  ///
  /// ```swift
  /// if let guest = scope.guest {
  ///   try await move(guest.environment)
  ///   try await guest.finish()
  /// }
  /// ```
  ///
  /// - Throws: ``SessionError/storage(_:)``; repeat the call later.
  public func finish(isolation: isolated (any Actor)? = #isolation) async throws(SessionError) {
    do throws(StorageError) { try await environment.directory.erase() } catch {
      throw .storage(error)
    }
  }
}
