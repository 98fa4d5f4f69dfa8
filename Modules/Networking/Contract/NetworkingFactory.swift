public import Foundation

/// Makes the transport that talks to a real server.
public enum NetworkingFactory {
  /// Makes a transport over `URLSession`.
  ///
  /// It keeps no cookies and no cache: what is worth keeping is kept by the features.
  ///
  /// - Parameters:
  ///   - server: The address that every request's path is appended to.
  ///   - timeout: The longest wait for the next byte.
  /// - Returns: A transport bound to `server`.
  public static func makeTransport(
    server: URL, timeout: Duration = .seconds(30)
  ) -> any Transport {
    URLSessionTransport(server: server, timeout: timeout)
  }
}
