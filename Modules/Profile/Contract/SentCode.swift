public import Foundation

/// The data that a screen needs to ask for a code that was sent by text message.
///
/// ```swift
/// field.limit = code.length
/// resendButton.isEnabled = code.resendDelay(at: .now) == 0
/// if code.isExpired(at: .now) { field.clear() }
/// ```
public struct SentCode: Sendable, Hashable, Codable {
  /// The number to which the code was sent; show it, so that the user can correct it.
  public let phone: PhoneNumber
  /// The number of digits of the code, 1 to 12.
  public let length: Int
  /// The remaining number of attempts to enter the code, at least 1; each
  /// ``SessionError/wrongCode(attemptsLeft:)`` changes it to the service's number.
  public internal(set) var attemptsLeft: Int
  /// The time at which the service confirmed that the code was sent, by the device's clock.
  public let sentAt: Date
  /// The number of seconds from ``sentAt`` until another code may be requested, 0 to 86,400.
  public let resendInterval: TimeInterval
  /// The number of seconds from ``sentAt`` until the code expires, 0 to 86,400.
  public let lifetime: TimeInterval

  /// Creates the data of a sent code, for samples and tests.
  ///
  /// `length` is the number of digits. `resendInterval` and `lifetime` are in seconds from `sentAt`.
  public init(
    phone: PhoneNumber, length: Int = 4, attemptsLeft: Int = 3, sentAt: Date,
    resendInterval: TimeInterval = 60, lifetime: TimeInterval = 300
  ) {
    self.phone = phone
    self.length = length
    self.attemptsLeft = attemptsLeft
    self.sentAt = sentAt
    self.resendInterval = resendInterval
    self.lifetime = lifetime
  }

  /// Returns the seconds until another code may be requested; 0 if it may be requested now.
  ///
  /// The result is also 0 if the device's clock was set back after the code was sent. The service then
  /// decides whether it sends another code.
  ///
  /// ```swift
  /// resendButton.isEnabled = code.resendDelay(at: .now) == 0
  /// ```
  public func resendDelay(at time: Date) -> TimeInterval {
    let elapsed = time.timeIntervalSince(sentAt)
    return elapsed < 0 ? 0 : max(0, resendInterval - elapsed)
  }

  /// Whether the code has expired at this time by the device's clock.
  ///
  /// ```swift
  /// if code.isExpired(at: .now) { field.clear() }
  /// ```
  public func isExpired(at time: Date) -> Bool { time.timeIntervalSince(sentAt) > lifetime }
}
