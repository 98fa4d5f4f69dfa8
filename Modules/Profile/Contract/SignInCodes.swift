public import Sync

/// The state of the session, and the codes for a sign-in, without the calls that change the account.
///
/// All members may be called from any task, at any time and concurrently. A call in a canceled task
/// throws ``SessionError/cancelled`` and changes nothing. A cancellation during a request also throws it.
public protocol SignInCodes: StateProvider<SessionState> {
  /// Requests a code by text message; an earlier code becomes invalid.
  ///
  /// If no response arrives, repeat the call. Within a minute the service is not asked for another code, so
  /// a code that it has sent can then be entered.
  ///
  /// ```swift
  /// try await session.requestCode(for: PhoneNumber("8 (912) 345-67-89", in: country))
  /// ```
  ///
  /// - Throws: ``SessionError``. ``SessionError/superseded`` means that the code arrived after the user
  ///   signed in, or after a later call has discarded it or has received another code.
  func requestCode(for phone: PhoneNumber) async throws(SessionError)

  /// Discards the sent code, for example when the user corrects the phone number.
  ///
  /// A code that an earlier call has requested is discarded even if it arrives later.
  ///
  /// ```swift
  /// try await session.discardCode()
  /// try await session.requestCode(for: PhoneNumber("8 (912) 345-67-98", in: country))
  /// ```
  ///
  /// - Throws: ``SessionError``.
  func discardCode() async throws(SessionError)
}
