public import Foundation

/// Makes the transport that talks to a real server.
public enum NetworkingFactory {
  /// Makes a transport over `URLSession`.
  ///
  /// It keeps no cookies and no cache, and follows no redirects: what is worth keeping is kept by
  /// the features.
  ///
  /// - Parameters:
  ///   - server: The address that every request's path is appended to.
  ///   - timeout: The longest silence, in either direction.
  ///   - totalTimeout: The longest exchange, from the first byte of the request to the last of the
  ///     response. It bounds a server that sends a byte now and then.
  ///   - clock: Measures both.
  /// - Returns: A transport bound to `server`.
  public static func makeTransport(
    server: URL, timeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(300),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> any Transport {
    URLSessionTransport(
      server: server, timeout: timeout, totalTimeout: totalTimeout, clock: clock)
  }
}
