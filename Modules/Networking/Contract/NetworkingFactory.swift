public import Foundation

/// The entry point that creates transports to real servers.
public enum NetworkingFactory {
  /// Creates a transport over `URLSession`.
  ///
  /// The transport stores no cookies, has no cache and follows no redirects. Features store the received
  /// values that they need again.
  ///
  /// ```swift
  /// let server = NetworkingFactory.makeTransport(server: url)
  /// let transport = NetworkingFactory.makeTransport(authorizing: server, by: session)
  /// ```
  ///
  /// - Parameters:
  ///   - server: The address to which each request's path is appended.
  ///   - timeout: The maximum time in which no byte is sent or received.
  ///   - totalTimeout: The maximum duration of a call, from its start to the last byte of the response.
  ///     This timeout also ends a call whose server sends single bytes at intervals.
  ///   - clock: The clock that measures both timeouts. A `ContinuousClock` also advances while the
  ///     process is suspended. If `timeout` expires during a suspension, the call continues, because the
  ///     response may have arrived. When the process resumes, `timeout` starts again, and `totalTimeout`
  ///     does not count the time since the expiry. If `totalTimeout` expires first, the call ends when
  ///     the process resumes.
  ///   - allowsExpensiveAccess: Whether requests use networks that the system regards as expensive, such
  ///     as cellular ones. If `false`, requests fail with ``TransportError/offline`` when no other
  ///     network is available. Ignored on Linux.
  ///   - allowsConstrainedAccess: Whether requests use networks in Low Data Mode. If `false`, requests
  ///     fail with ``TransportError/offline`` when no other network is available. Ignored on Linux.
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
  /// The transport renews a credential shortly before it expires, and after a 401 response with a
  /// ``ServiceProblem``. Concurrent requests wait for the same renewal, and are then sent with the new
  /// credential. The caller receives a 401 with a problem only if the session has ended. If a renewal
  /// fails for any other reason, the request fails with ``TransportError/offline``, with
  /// ``TransportError/untrusted(_:)``, or with a 503 response. Each of these means: try again later.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - authorizer: The owner of the credential. It must send its own requests over another transport,
  ///     because a renewal over the returned transport would wait for itself.
  ///   - clock: The clock that measures the pauses between renewals.
  ///   - now: A closure that returns the current time, to compare it with the expiry of a credential.
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
