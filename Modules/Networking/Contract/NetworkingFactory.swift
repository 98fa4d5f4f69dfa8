public import Foundation

/// The entry point that creates transports to real servers.
public enum NetworkingFactory {
  /// Creates a transport over `URLSession`.
  ///
  /// The transport stores no cookies, has no cache and follows no redirects. Features store the values
  /// that they need.
  ///
  /// - Parameters:
  ///   - server: The address to which each request's path is appended.
  ///   - timeout: The longest time without a byte in either direction.
  ///   - totalTimeout: The longest duration of a call until the last byte of the response. It also
  ///     applies to a server that sends single bytes at intervals.
  ///   - clock: The clock that measures both timeouts. The time for which the process is suspended does
  ///     not count.
  ///   - allowsExpensiveAccess: Whether requests use networks that the system regards as expensive, such
  ///     as cellular ones. If not, they fail there as ``TransportError/offline``. Apple's platforms only.
  ///   - allowsConstrainedAccess: Whether requests use networks in Low Data Mode. If not, they fail there
  ///     as ``TransportError/offline``. Apple's platforms only.
  /// - Returns: A transport bound to `server`.
  public static func makeTransport(
    server: URL, timeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(300),
    clock: any Clock<Duration> = ContinuousClock(), allowsExpensiveAccess: Bool = true,
    allowsConstrainedAccess: Bool = true
  ) -> any Transport {
    URLSessionTransport(
      server: server, timeout: timeout, totalTimeout: totalTimeout, clock: clock,
      allowsExpensiveAccess: allowsExpensiveAccess,
      allowsConstrainedAccess: allowsConstrainedAccess)
  }

  /// Creates a transport whose requests carry the credential of an authorizer.
  ///
  /// A credential is renewed shortly before it expires, and after a 401. All requests that wait for a
  /// renewal share it, and are sent again after it. A 401 reaches the caller only if the session has
  /// ended. If a renewal fails for any other reason, the request fails as offline, as untrusted, or with
  /// status 503. So the caller tries again later.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - authorizer: The owner of the credential. It sends its own requests over another transport.
  ///   - clock: The clock that measures the pauses between renewals.
  ///   - now: Returns the current time, for the comparison with the expiry of a credential.
  /// - Returns: A transport to the same server.
  public static func makeTransport(
    authorizing transport: any Transport, by authorizer: some Authorizer,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { .now }
  ) -> any Transport {
    AuthorizedTransport(
      transport, CredentialRenewer(authorizer, Stopwatch(clock), now: now))
  }
}
