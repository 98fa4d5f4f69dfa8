public import Foundation

/// The entry point that creates transports to real servers.
public enum NetworkingFactory {
  /// Creates a transport over `URLSession`.
  ///
  /// The transport stores no cookies, has no cache and follows no redirects. Features store the values
  /// that they need later.
  ///
  /// - Parameters:
  ///   - server: The address to which each request's path is appended.
  ///   - timeout: The longest time without a byte in either direction.
  ///   - totalTimeout: The longest duration of an exchange, from the call to the last byte of the
  ///     response. It also limits a server that sends single bytes at intervals.
  ///   - clock: The clock for both timeouts.
  /// - Returns: A transport bound to `server`.
  public static func makeTransport(
    server: URL, timeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(300),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> any Transport {
    URLSessionTransport(
      server: server, timeout: timeout, totalTimeout: totalTimeout, clock: clock)
  }

  /// Creates a transport whose requests carry the credential of an authorizer.
  ///
  /// A credential is renewed shortly before it expires, and after a 401. One renewal serves all requests
  /// that wait for it, and they are then sent again. A 401 reaches the caller only if the session has
  /// ended. If a renewal fails for any other reason, the request fails as offline, untrusted, or with
  /// status 503, so that the caller tries again later.
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
