public import Foundation

/// The entry point that creates transports to real servers.
public enum NetworkingFactory {
  /// Creates a transport over `URLSession`.
  ///
  /// The transport stores no cookies, has no cache and follows no redirects. Features store the
  /// values that they need later.
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
}
