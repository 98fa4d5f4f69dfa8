public import Foundation

/// An access token and the time at which it expires.
public struct Credential: Sendable, Hashable {
  /// The token that requests carry.
  public let token: AccessToken

  /// The time of expiry by the device's clock; `nil` if the service states none.
  ///
  /// The time is only a hint, because the device's clock may be wrong. Only a 401 response of the
  /// service proves that a token has expired.
  public let expiresAt: Date?

  /// Creates a credential; `expiresAt` is a time of the device's clock, `nil` if the service states none.
  public init(_ token: AccessToken, expiresAt: Date? = nil) {
    self.token = token
    self.expiresAt = expiresAt
  }
}
